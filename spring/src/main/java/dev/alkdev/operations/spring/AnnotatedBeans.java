package dev.alkdev.operations.spring;

import dev.alkdev.operations.OperationBinding;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.code.AnnotatedOperations;
import dev.alkdev.operations.code.Clients;
import dev.alkdev.operations.code.Operations;

import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

import java.util.function.Supplier;
import java.util.stream.Stream;

/** Registers the operations of beans before the server starts. */
final class AnnotatedBeans implements SmartInitializingSingleton {
    private final ListableBeanFactory beans;
    private final Supplier<OperationRegistry> registry;
    private final Supplier<AdvisedHandlers> handlers;

    AnnotatedBeans(
            ListableBeanFactory beans,
            Supplier<OperationRegistry> registry,
            Supplier<AdvisedHandlers> handlers) {
        this.beans = beans;
        this.registry = registry;
        this.handlers = handlers;
    }

    @Override
    public void afterSingletonsInstantiated() {
        Object[] instances =
                Stream.of(beans.getBeanNamesForAnnotation(Operations.class))
                        .filter(name -> !ScopedProxyUtils.isScopedTarget(name))
                        .map(beans::getBean)
                        .filter(bean -> !Clients.isClient(bean))
                        .toArray();
        registry.get()
                .registerAll(
                        Stream.concat(
                                        AnnotatedOperations.of(instances).stream(),
                                        beans.getBeanProvider(OperationBinding.class).stream())
                                .map(handlers.get()::advise)
                                .toList());
    }
}

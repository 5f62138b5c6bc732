package dev.alkdev.operations.spring;

import dev.alkdev.operations.CallObserver;
import dev.alkdev.operations.DrainGate;
import dev.alkdev.operations.OperationRegistry;
import dev.alkdev.operations.OperationRegistryBuilder;
import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.base.ByteBudget;
import dev.alkdev.operations.metrics.CallMetrics;

import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.security.core.Authentication;
import org.springframework.util.unit.DataSize;
import org.springframework.web.ErrorResponse;

/**
 * The registry of the application: beans with {@code @Operations} and of the type {@code
 * OperationBinding} are registered, sources are started, calls are measured.
 */
@AutoConfiguration(
        afterName =
                "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@EnableConfigurationProperties(OperationsProperties.class)
@Import(ClientBeans.class)
public final class OperationsAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    OperationRegistry operationRegistry(
            OperationsProperties properties,
            ObjectProvider<CallObserver> observers,
            ObjectProvider<OperationRegistryCustomizer> customizers) {
        OperationRegistryBuilder builder = OperationRegistry.builder();
        DataSize memory = properties.limits().memory();
        if (memory != null) {
            builder.byteBudget(ByteBudget.of(memory.toBytes()));
        }
        observers.orderedStream().forEach(builder::observer);
        customizers.orderedStream().forEach(each -> each.customize(builder));
        return builder.build();
    }

    @Bean
    DrainGate operationDrainGate() {
        return new DrainGate("the application is stopping");
    }

    @Bean
    Draining operationDraining(
            DrainGate gate,
            ObjectProvider<OperationsMount> mounts,
            OperationsProperties properties) {
        return new Draining(gate, mounts.stream().toList(), properties.drainTimeout());
    }

    @Bean
    static AnnotatedBeans annotatedOperationBeans(
            ListableBeanFactory beans,
            ObjectProvider<OperationRegistry> registry,
            ObjectProvider<AdvisedHandlers> handlers) {
        return new AnnotatedBeans(beans, registry::getObject, handlers::getObject);
    }

    @Bean
    AdvisedHandlers operationHandlers(ObjectProvider<HandlerAdvice> advice) {
        return new AdvisedHandlers(advice.orderedStream().toList());
    }

    @Bean
    SourceBeans operationSourceBeans(
            OperationRegistry registry,
            ObjectProvider<OperationSource> sources,
            AdvisedHandlers handlers,
            OperationsProperties properties) {
        return new SourceBeans(
                registry, sources.orderedStream().toList(), handlers, properties.sourceTimeout());
    }

    @Bean
    ClientTargets operationClientTargets(
            OperationRegistry registry, OperationsProperties properties) {
        return new ClientTargets(registry, properties.clients());
    }

    /** Measures calls with the application's meters. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnBean(MeterRegistry.class)
    static class Metrics {
        @Bean
        @ConditionalOnMissingBean
        CallMetrics operationCallMetrics(
                MeterRegistry meters, ObjectProvider<OperationRegistry> registry) {
            return new CallMetrics(meters, "application", registry::getObject);
        }

        @Bean
        SmartInitializingSingleton operationMetricsListener(
                CallMetrics metrics, OperationRegistry registry) {
            return () -> registry.onChange(metrics::changed);
        }
    }

    /** Runs operations as the users of Spring Security. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Authentication.class)
    static class Security {
        @Bean
        UserAuthentications operationUsers() {
            return new UserAuthentications();
        }

        @Bean
        @Order(0)
        SecurityAdvice operationSecurityAdvice(UserAuthentications users) {
            return new SecurityAdvice(users);
        }
    }

    /** Keeps the HTTP status of exceptions. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ErrorResponse.class)
    static class Statuses {
        @Bean
        @Order(1)
        StatusAdvice operationStatusAdvice() {
            return new StatusAdvice();
        }
    }

    /** Reports the sources to the actuator. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    @ConditionalOnEnabledHealthIndicator("operations")
    static class Health {
        @Bean
        OperationsHealthIndicator operationsHealthIndicator(
                OperationRegistry registry, SourceBeans sources) {
            return new OperationsHealthIndicator(registry, sources);
        }
    }
}

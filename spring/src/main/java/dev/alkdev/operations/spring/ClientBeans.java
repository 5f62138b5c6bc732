package dev.alkdev.operations.spring;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Finds interfaces with {@link OperationsClient} and makes beans of them, when they are needed. */
final class ClientBeans implements ImportBeanDefinitionRegistrar {
    private final BeanFactory beans;
    private final Environment environment;
    private final ResourceLoader resources;

    ClientBeans(BeanFactory beans, Environment environment, ResourceLoader resources) {
        this.beans = beans;
        this.environment = environment;
        this.resources = resources;
    }

    @Override
    public void registerBeanDefinitions(
            AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        Scanner scanner = new Scanner(environment);
        scanner.setResourceLoader(resources);
        for (String each : packages(importing)) {
            scanner.findCandidateComponents(each)
                    .forEach(
                            found ->
                                    register(
                                            Objects.requireNonNull(found.getBeanClassName()),
                                            registry));
        }
    }

    private List<String> packages(AnnotationMetadata importing) {
        Map<String, Object> enabled =
                importing.getAnnotationAttributes(EnableOperationsClients.class.getName());
        if (enabled == null) {
            return AutoConfigurationPackages.has(beans)
                    ? AutoConfigurationPackages.get(beans)
                    : List.of();
        }
        String[] named = (String[]) Objects.requireNonNull(enabled.get("value"));
        return named.length == 0
                ? List.of(ClassUtils.getPackageName(importing.getClassName()))
                : List.of(named);
    }

    private void register(String name, BeanDefinitionRegistry registry) {
        if (!registry.containsBeanDefinition(name)) {
            Class<?> type = ClassUtils.resolveClassName(name, resources.getClassLoader());
            registry.registerBeanDefinition(name, definition(type));
        }
    }

    private <T> BeanDefinition definition(Class<T> type) {
        RootBeanDefinition definition =
                new RootBeanDefinition(type, () -> beans.getBean(ClientTargets.class).bind(type));
        definition.setLazyInit(true);
        // The link of a hub is shared: whoever opened it closes it.
        definition.setDestroyMethodName("");
        return definition;
    }

    private static final class Scanner extends ClassPathScanningCandidateComponentProvider {
        Scanner(Environment environment) {
            super(false, environment);
            addIncludeFilter(new AnnotationTypeFilter(OperationsClient.class, false));
        }

        @Override
        protected boolean isCandidateComponent(AnnotatedBeanDefinition definition) {
            return definition.getMetadata().isInterface();
        }
    }
}

package dev.alkdev.operations.spring;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;

import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.boot.web.servlet.ServletRegistrationBean;

import java.util.List;

/**
 * Everything of operations that is mounted on the application's server. For the rules of Spring
 * Security: {@code csrf.ignoringRequestMatchers(mounts.patterns())}.
 */
public final class OperationsMounts implements ServletContextInitializer {
    private final List<OperationsMount> mounts;

    OperationsMounts(List<OperationsMount> mounts) {
        this.mounts = mounts;
    }

    /** Patterns of all their paths, such as {@code /api/**}. */
    public String[] patterns() {
        return mounts.stream().map(mount -> mount.path() + "/**").toArray(String[]::new);
    }

    @Override
    public void onStartup(ServletContext context) throws ServletException {
        for (OperationsMount mount : mounts) {
            ServletRegistrationBean<?> registration =
                    new ServletRegistrationBean<>(mount.servlet(), mount.path() + "/*");
            registration.setName("operations" + mount.path());
            registration.setAsyncSupported(true);
            registration.onStartup(context);
        }
    }
}

package dev.alkdev.operations.code;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.StringJoiner;

/** The Javadoc of operations, where the annotation processor has kept it beside the class. */
final class Descriptions {
    private static final Logger LOG = LoggerFactory.getLogger(Descriptions.class);

    private static final ClassValue<Properties> KNOWN =
            new ClassValue<>() {
                @Override
                protected Properties computeValue(Class<?> type) {
                    return load(type);
                }
            };

    private Descriptions() {}

    /** That of a method; empty if there is none. */
    static String of(Method method) {
        return KNOWN.get(method.getDeclaringClass()).getProperty(key(method), "");
    }

    /** That of a parameter of a method; empty if there is none. */
    static String of(Parameter parameter) {
        return parameter.getDeclaringExecutable() instanceof Method method
                ? KNOWN.get(method.getDeclaringClass())
                        .getProperty(key(method) + "." + parameter.getName(), "")
                : "";
    }

    private static String key(Method method) {
        StringJoiner types = new StringJoiner(",", method.getName() + "(", ")");
        for (Class<?> type : method.getParameterTypes()) {
            types.add(type.getTypeName());
        }
        return types.toString();
    }

    private static Properties load(Class<?> type) {
        Properties found = new Properties();
        String name = type.getName().substring(type.getName().lastIndexOf('.') + 1);
        try (InputStream file = type.getResourceAsStream(name + ".operations.properties")) {
            if (file != null) {
                found.load(new InputStreamReader(file, StandardCharsets.UTF_8));
            }
        } catch (IOException | IllegalArgumentException e) {
            LOG.warn("The descriptions of {} cannot be read; compile it anew", name, e);
        }
        return found;
    }
}

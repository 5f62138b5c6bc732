package dev.alkdev.operations.code;

import dev.alkdev.operations.OperationSpec;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import javax.lang.model.SourceVersion;

/**
 * Writes annotated interfaces for operations of any kind, such as those of an imported API: one
 * with the types it needs for each namespace. {@link Clients} makes clients of them. The same specs
 * give the same text. Immutable; threads may share it.
 *
 * <pre>{@code
 * List<JavaSource> sources = JavaGenerator.inPackage("com.acme.pets").generate(specs);
 * }</pre>
 */
public final class JavaGenerator {
    private final String packageName;
    private final @Nullable String interfaceName;

    private JavaGenerator(String packageName, @Nullable String interfaceName) {
        this.packageName = packageName;
        this.interfaceName = interfaceName;
    }

    /**
     * Writes sources of a package; empty for the one without a name.
     *
     * @throws IllegalArgumentException if it is not a name of a package
     */
    public static JavaGenerator inPackage(String packageName) {
        if (!packageName.isEmpty() && !SourceVersion.isName(packageName)) {
            throw new IllegalArgumentException(
                    "\"" + packageName + "\" is not a name of a Java package");
        }
        return new JavaGenerator(packageName, null);
    }

    /**
     * Names the interface, for operations of one namespace. Else its name is made of the namespace.
     *
     * @throws IllegalArgumentException if it is not a name of a class, or the name of a class that
     *     generated sources use
     */
    public JavaGenerator named(String interfaceName) {
        if (!SourceVersion.isIdentifier(interfaceName) || SourceVersion.isKeyword(interfaceName)) {
            throw new IllegalArgumentException(
                    "\"" + interfaceName + "\" is not a name of a Java interface");
        }
        if (MadeTypes.isReserved(interfaceName)) {
            throw new IllegalArgumentException(
                    "generated sources use a class named "
                            + interfaceName
                            + "; choose another name for the interface");
        }
        return new JavaGenerator(packageName, interfaceName);
    }

    /**
     * The sources, one for each namespace.
     *
     * @throws IllegalArgumentException if a name is given and there are several namespaces
     */
    public List<JavaSource> generate(Collection<OperationSpec> specs) {
        Map<String, List<OperationSpec>> byNamespace = new TreeMap<>();
        specs.stream()
                .sorted(Comparator.comparing(OperationSpec::id))
                .forEach(
                        spec ->
                                byNamespace
                                        .computeIfAbsent(spec.namespace(), n -> new ArrayList<>())
                                        .add(spec));
        if (interfaceName != null && byNamespace.size() > 1) {
            throw new IllegalArgumentException(
                    "each namespace has an interface of its own, and these are several: "
                            + String.join(", ", byNamespace.keySet()));
        }
        List<JavaSource> sources = new ArrayList<>();
        List<String> names = new ArrayList<>();
        byNamespace.forEach(
                (namespace, operations) -> {
                    String wanted = interfaceName == null ? interfaceOf(namespace) : interfaceName;
                    String name =
                            JavaNames.unique(
                                    wanted,
                                    each -> names.stream().noneMatch(each::equalsIgnoreCase));
                    names.add(name);
                    sources.add(source(name, operations));
                });
        return List.copyOf(sources);
    }

    private static String interfaceOf(String namespace) {
        String name = JavaNames.type(namespace);
        return MadeTypes.isReserved(name) ? name + "Operations" : name;
    }

    private JavaSource source(String name, List<OperationSpec> operations) {
        String text = new InterfaceText(packageName, name).of(operations);
        return new JavaSource(packageName.isEmpty() ? name : packageName + "." + name, text);
    }
}

package dev.alkdev.operations.code;

import dev.alkdev.operations.OperationSpec;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Writes the source of one interface. For one use. */
final class InterfaceText {
    private final String packageName;
    private final String name;
    private final Set<String> imports = new TreeSet<>();

    InterfaceText(String packageName, String name) {
        this.packageName = packageName;
        this.name = name;
    }

    /** The source of operations that share a namespace. */
    String of(List<OperationSpec> operations) {
        MadeTypes types = new MadeTypes(name);
        TypeReader reader = new TypeReader(types);
        Set<String> names = new HashSet<>();
        List<MadeMethod> methods = new ArrayList<>();
        for (OperationSpec spec : operations) {
            String method = JavaNames.unique(JavaNames.member(spec.name()), names::add);
            MadeMethod made = MadeMethod.of(spec, method, reader);
            methods.add(made);
            String all = JavaNames.unique(method + "All", each -> !names.contains(each));
            made.paged(all, reader)
                    .ifPresent(
                            paged -> {
                                names.add(all);
                                methods.add(paged);
                            });
            types.settle();
        }
        StringBuilder body = new StringBuilder();
        for (MadeMethod method : methods) {
            body.append("\n").append(method.declaration(imports));
        }
        for (MadeType type : types.all()) {
            body.append("\n").append(type.declaration(imports));
        }
        return header(operations.getFirst()) + body + "}\n";
    }

    private String header(OperationSpec first) {
        imports.add("dev.alkdev.operations.code.Operations");
        StringBuilder header = new StringBuilder();
        if (!packageName.isEmpty()) {
            header.append("package ").append(packageName).append(";\n\n");
        }
        imports.forEach(each -> header.append("import ").append(each).append(";\n"));
        String namespace = first.namespace();
        return header.append("\n/** Operations of ")
                .append(namespace)
                .append(", generated from their specs. */\n@Operations(")
                .append(JavaText.literal(namespace))
                .append(")\npublic interface ")
                .append(name)
                .append(" {\n")
                .toString();
    }
}

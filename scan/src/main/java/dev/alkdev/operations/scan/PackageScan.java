package dev.alkdev.operations.scan;

import dev.alkdev.operations.code.Operations;
import dev.alkdev.operations.scan.OperationManifest.Failure;

import io.github.classgraph.ClassGraph;
import io.github.classgraph.ClassInfo;
import io.github.classgraph.ClassInfoList;
import io.github.classgraph.ScanResult;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Finds annotated classes on the class path. */
record PackageScan(List<String> packages, ScanOptions options) implements Scan {
    @Override
    public OperationManifest read() {
        ClassLoader loader = options.usedLoader();
        ManifestBuilder all = new ManifestBuilder();
        for (String name : classes(loader)) {
            Findings findings = new Findings(name);
            new ClassOperations(options, findings).add(name, loader);
            all.add(findings.found(), findings.failures());
        }
        if (all.isEmpty()) {
            String where = String.join(", ", packages);
            all.fail(new Failure(where, "", "no class with @Operations was found in " + where));
        }
        return all.manifest();
    }

    /** The annotated classes, and those that extend or implement annotated ones, by name. */
    private TreeSet<String> classes(ClassLoader loader) {
        TreeSet<String> names = new TreeSet<>();
        try (ScanResult result =
                new ClassGraph()
                        .acceptPackages(packages.toArray(String[]::new))
                        .addClassLoader(loader)
                        .enableClassInfo()
                        .enableAnnotationInfo()
                        .ignoreClassVisibility()
                        .scan()) {
            ClassInfoList annotated = result.getClassesWithAnnotation(Operations.class.getName());
            List<ClassInfo> found = new ArrayList<>(annotated);
            for (ClassInfo each : annotated) {
                found.addAll(
                        each.isInterface() ? each.getClassesImplementing() : each.getSubclasses());
            }
            found.stream()
                    .filter(each -> !each.isAbstract() && !each.isInterface())
                    .filter(each -> !each.isAnonymousInnerClass())
                    .forEach(each -> names.add(each.getName()));
        }
        return names;
    }
}

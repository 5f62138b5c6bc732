package dev.alkdev.operations.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Joins what the parts and branches of a view declare about properties. For one thread. */
final class ViewedProperties {
    /** What holds whatever branches a value fits. */
    private final Map<String, List<SchemaView>> always = new LinkedHashMap<>();

    /** What only some branches of a choice declare. */
    private final Map<String, List<SchemaView>> sometimes = new LinkedHashMap<>();

    private ViewedProperties() {}

    static Map<String, SchemaView> of(ViewForm form) {
        ViewedProperties joined = new ViewedProperties();
        form.parts().forEach(joined::add);
        form.choices().forEach(joined::add);
        return joined.properties();
    }

    /** The names that all parts demand, and all branches of a choice that are for objects. */
    static Set<String> required(ViewForm form) {
        Set<String> required = required(form.parts());
        for (ViewForm.Choice choice : form.choices()) {
            Set<String> common = null;
            for (SchemaView branch : choice.branches()) {
                if (!branch.mayBe(JsonType.OBJECT)) {
                    continue;
                }
                if (common == null) {
                    common = new LinkedHashSet<>(branch.required());
                } else {
                    common.retainAll(branch.required());
                }
            }
            required.addAll(common == null ? Set.of() : common);
        }
        return Collections.unmodifiableSet(required);
    }

    /** The names that these schemas demand together. */
    static Set<String> required(List<ViewPart> parts) {
        Set<String> required = new LinkedHashSet<>();
        parts.forEach(part -> required.addAll(part.required()));
        required.removeIf(name -> parts.stream().anyMatch(part -> part.isNeverRequired(name)));
        return required;
    }

    private void add(ViewPart part) {
        part.get("properties")
                .forEachEntry(
                        (name, node) ->
                                put(
                                        always,
                                        name,
                                        SchemaView.of(part.member("properties", name, node))));
    }

    private void add(ViewForm.Choice choice) {
        List<Map<String, SchemaView>> branches = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        for (SchemaView branch : choice.branches()) {
            if (branch.mayBe(JsonType.OBJECT)) {
                branches.add(branch.properties());
                names.addAll(branch.properties().keySet());
            }
        }
        for (String name : names) {
            List<SchemaView> declared = new ArrayList<>();
            for (Map<String, SchemaView> branch : branches) {
                SchemaView property = branch.get(name);
                if (property != null) {
                    declared.add(property);
                }
            }
            boolean byAll = declared.size() == branches.size();
            put(byAll ? always : sometimes, name, SchemaView.either(declared));
        }
    }

    private static void put(
            Map<String, List<SchemaView>> properties, String name, SchemaView property) {
        properties.computeIfAbsent(name, any -> new ArrayList<>()).add(property);
    }

    private Map<String, SchemaView> properties() {
        Map<String, SchemaView> properties = new LinkedHashMap<>();
        always.forEach((name, views) -> properties.put(name, SchemaView.all(views)));
        sometimes.forEach((name, views) -> properties.putIfAbsent(name, SchemaView.either(views)));
        return Collections.unmodifiableMap(properties);
    }
}

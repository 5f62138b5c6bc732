package dev.alkdev.operations.hub;

import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Config records made by code: with their declared defaults, or as another one but for a part. */
final class Defaulted {
    private static final Map<Class<?>, Record> STANDARD = new ConcurrentHashMap<>();

    private Defaulted() {}

    /** One for which nothing is given. */
    static <R extends Record> R of(Class<R> type) {
        Record known = STANDARD.get(type);
        if (known == null) {
            known = of(type, Map.of());
            STANDARD.put(type, known);
        }
        return type.cast(known);
    }

    /** One with some components given. */
    static <R extends Record> R of(Class<R> type, Map<String, Object> given) {
        Map<String, Object> values = new HashMap<>();
        for (RecordKey key : ConfigShapes.STANDARD.record(type).components()) {
            key.absent().ifPresent(value -> values.put(key.component(), value));
        }
        values.putAll(given);
        return type.cast(new RecordType(type).make(values));
    }

    /** The same with another value of one component. */
    static <R extends Record> R with(R before, String component, Object value) {
        Map<String, Object> values = values(before);
        values.put(component, value);
        @SuppressWarnings("unchecked")
        Class<R> type = (Class<R>) before.getClass();
        return type.cast(new RecordType(type).make(values));
    }

    /** The values of the components, without those that are null. */
    static Map<String, Object> values(Record of) {
        Map<String, Object> values = new HashMap<>();
        for (RecordComponent component : List.of(of.getClass().getRecordComponents())) {
            Object value = RecordType.get(of, component);
            if (value != null) {
                values.put(component.getName(), value);
            }
        }
        return values;
    }
}

package dev.alkdev.operations.code;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The types of a generated source, each once and each under a name of its own. For one thread. */
final class MadeTypes {
    /**
     * The simple names that sources refer to, and the name of builders nested in records. No type
     * of a source may have one of them.
     */
    private static final Set<String> RESERVED =
            Set.of(
                    ("appendable arithmeticexception autocloseable boolean builder byte character"
                         + " charsequence class classloader classvalue cloneable comparable"
                         + " deprecated double enum error exception float functionalinterface"
                         + " illegalargumentexception illegalstateexception integer"
                         + " interruptedexception iterable long math module modulelayer"
                         + " nullpointerexception number object override package process"
                         + " processbuilder processhandle readable record runnable runtime"
                         + " runtimeexception runtimepermission safevarargs scopedvalue"
                         + " securitymanager short stackoverflowerror stackwalker strictmath string"
                         + " stringbuffer stringbuilder stringtemplate suppresswarnings system"
                         + " thread threadgroup threadlocal throwable void bigdecimal fails io"
                         + " jsonanygetter jsonanysetter jsoninclude jsonnode jsonproperty"
                         + " jsonsubtypes jsontypeinfo jsontypename list localdate map mutation"
                         + " nullable offsetdatetime operations optional paged param query stream"
                         + " subscription uuid")
                            .split(" ", -1));

    private final Set<String> taken = new HashSet<>(RESERVED);
    private final Map<String, List<MadeType>> settled = new HashMap<>();
    private List<MadeType> fresh = new ArrayList<>();

    /**
     * @param around the name of the type in which they are declared
     */
    MadeTypes(String around) {
        isFree(around);
    }

    /** Whether a source refers to another type by this name. */
    static boolean isReserved(String name) {
        return RESERVED.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Names that differ in case only would be one file on some machines. */
    private boolean isFree(String name) {
        return taken.add(name.toLowerCase(Locale.ROOT));
    }

    TypeUse add(MadeType type) {
        fresh.add(type);
        return new TypeUse.Made(type);
    }

    /** Gives names to what was added. What is the same as before is not declared again. */
    void settle() {
        for (MadeType type : fresh) {
            List<MadeType> others =
                    settled.computeIfAbsent(type.wanted(), name -> new ArrayList<>());
            MadeType same =
                    others.stream()
                            .filter(other -> new Likenesses().isLike(type, other))
                            .findFirst()
                            .orElse(null);
            if (same == null) {
                type.name(JavaNames.unique(type.wanted(), this::isFree));
                others.add(type);
            } else {
                type.become(same);
            }
        }
        fresh = new ArrayList<>();
    }

    /** All of them, in the order of their names. */
    List<MadeType> all() {
        return settled.values().stream()
                .flatMap(Collection::stream)
                .sorted(Comparator.comparing(MadeType::name))
                .toList();
    }
}

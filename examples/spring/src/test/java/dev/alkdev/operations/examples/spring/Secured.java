package dev.alkdev.operations.examples.spring;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.Emitter;
import dev.alkdev.operations.ErrorCode;
import dev.alkdev.operations.Identity;
import dev.alkdev.operations.OperationContext;
import dev.alkdev.operations.code.Mutation;
import dev.alkdev.operations.code.Operations;
import dev.alkdev.operations.code.Query;
import dev.alkdev.operations.schema.Json;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.InsufficientAuthenticationException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.server.ResponseStatusException;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Operations with method security, of the user who calls them, and with HTTP statuses. */
@Operations("secured")
class Secured {
    @Mutation
    @PreAuthorize("hasRole('ADMIN') and hasAuthority('SCOPE_things:write')")
    public String wipe() {
        return user();
    }

    @dev.alkdev.operations.code.Subscription
    @PreAuthorize("hasRole('ADMIN')")
    public Stream<String> secrets() {
        return Stream.of("one");
    }

    @Query
    public String user() {
        return currentUser();
    }

    @Query
    public List<String> scopes(Identity user) {
        return user.scopes().stream().sorted().toList();
    }

    @Query
    public String nested(OperationContext context) {
        return context.env().call("secured.user", Json.parse("{}")).data().asString();
    }

    @dev.alkdev.operations.code.Subscription
    public Stream<String> users() {
        return Stream.generate(Secured::currentUser).limit(3);
    }

    @dev.alkdev.operations.code.Subscription
    public void emitted(Emitter<String> emitter) {
        emitter.emit(currentUser());
    }

    @Query
    public String fail(String how) throws Exception {
        throw failure(how);
    }

    @Query
    public CompletionStage<String> failLater(String how) {
        return failing(how);
    }

    @Query
    public String failJoined(String how) {
        return failing(how).toCompletableFuture().join();
    }

    /** A future of a future, on another thread, whose failure is wrapped. */
    static CompletionStage<String> failing(String how) {
        return CompletableFuture.supplyAsync(() -> how)
                .thenCompose(
                        value ->
                                CompletableFuture.failedFuture(
                                        new CompletionException(failure(value))));
    }

    private static Exception failure(String how) {
        return switch (how) {
            case "conflict" -> new ResponseStatusException(HttpStatus.CONFLICT, "A-1 is locked");
            case "missing" -> new ResponseStatusException(HttpStatus.NOT_FOUND);
            case "unreadable" -> new ResponseStatusException(HttpStatus.BAD_REQUEST, "no such day");
            case "busy" ->
                    new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, "closed today");
            case "detail" ->
                    new ErrorResponseException(
                            HttpStatus.PAYMENT_REQUIRED,
                            ProblemDetail.forStatusAndDetail(
                                    HttpStatus.PAYMENT_REQUIRED, "pay first"),
                            null);
            case "annotated" -> new Outdated();
            case "cause" -> new IllegalStateException("internal", new Outdated());
            case "called" ->
                    // The status of another operation that the handler called is not its own.
                    new IllegalStateException(
                            "internal",
                            new CallException(ErrorCode.EXECUTION_ERROR, "other")
                                    .initCause(new Outdated()));
            case "denied" -> new AccessDeniedException("internal");
            case "other login" -> new InsufficientAuthenticationException("internal");
            default -> new IllegalStateException("internal");
        };
    }

    @ResponseStatus(code = HttpStatus.GONE, reason = "it was moved")
    static class Outdated extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** The user of the security context of this thread. */
    static String currentUser() {
        Authentication user = SecurityContextHolder.getContext().getAuthentication();
        return user == null ? "nobody" : user.getName();
    }
}

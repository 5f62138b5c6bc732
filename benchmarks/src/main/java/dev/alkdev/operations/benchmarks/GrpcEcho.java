package dev.alkdev.operations.benchmarks;

import dev.alkdev.operations.schema.Json;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;

/** The peer of our links: gRPC with bytes for messages, so that no generated code is needed. */
final class GrpcEcho {
    private static final MethodDescriptor<byte[], byte[]> ECHO =
            method(MethodDescriptor.MethodType.UNARY, "echo", new Bytes());
    private static final MethodDescriptor<byte[], byte[]> STREAM =
            method(MethodDescriptor.MethodType.SERVER_STREAMING, "stream", new Bytes());
    private static final MethodDescriptor<JsonNode, JsonNode> TREES =
            method(MethodDescriptor.MethodType.SERVER_STREAMING, "trees", new Trees());

    private GrpcEcho() {}

    private static <T> MethodDescriptor<T, T> method(
            MethodDescriptor.MethodType type,
            String name,
            MethodDescriptor.Marshaller<T> marshaller) {
        return MethodDescriptor.<T, T>newBuilder()
                .setType(type)
                .setFullMethodName("bench.Echo/" + name)
                .setRequestMarshaller(marshaller)
                .setResponseMarshaller(marshaller)
                .build();
    }

    /** A service that gives back its request: once, or as many times as the stream is long. */
    static ServerServiceDefinition service(int streamLength) {
        return ServerServiceDefinition.builder("bench.Echo")
                .addMethod(
                        ECHO,
                        ServerCalls.asyncUnaryCall(
                                (request, observer) -> {
                                    observer.onNext(request);
                                    observer.onCompleted();
                                }))
                .addMethod(
                        STREAM,
                        ServerCalls.asyncServerStreamingCall(
                                (request, observer) -> repeat(request, observer, streamLength)))
                .addMethod(
                        TREES,
                        ServerCalls.asyncServerStreamingCall(
                                (request, observer) -> repeat(request, observer, streamLength)))
                .build();
    }

    private static <T> void repeat(T item, StreamObserver<T> observer, int times) {
        for (int i = 0; i < times; i++) {
            observer.onNext(item);
        }
        observer.onCompleted();
    }

    static byte[] call(Channel channel, byte[] payload) {
        return ClientCalls.blockingUnaryCall(channel, ECHO, CallOptions.DEFAULT, payload);
    }

    static Iterator<byte[]> stream(Channel channel, byte[] payload) {
        return ClientCalls.blockingServerStreamingCall(
                channel, STREAM, CallOptions.DEFAULT, payload);
    }

    /** Takes the whole stream on the channel's own threads; returns how many items came. */
    static int observe(Channel channel, byte[] payload) {
        return observe(channel, STREAM, payload);
    }

    /** As {@link #observe(Channel, byte[])}, with JSON that is written and parsed, as ours is. */
    static int observe(Channel channel, JsonNode payload) {
        return observe(channel, TREES, payload);
    }

    private static <T> int observe(Channel channel, MethodDescriptor<T, T> method, T payload) {
        CompletableFuture<Integer> end = new CompletableFuture<>();
        ClientCalls.asyncServerStreamingCall(
                channel.newCall(method, CallOptions.DEFAULT),
                payload,
                new StreamObserver<T>() {
                    private int count;

                    @Override
                    public void onNext(T item) {
                        count++;
                    }

                    @Override
                    public void onError(Throwable problem) {
                        end.completeExceptionally(problem);
                    }

                    @Override
                    public void onCompleted() {
                        end.complete(count);
                    }
                });
        return end.join();
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class Trees implements MethodDescriptor.Marshaller<JsonNode> {
        @Override
        public InputStream stream(JsonNode value) {
            return new ByteArrayInputStream(Json.mapper().writeValueAsBytes(value));
        }

        @Override
        public JsonNode parse(InputStream stream) {
            return Json.mapper().readTree(stream);
        }
    }
}

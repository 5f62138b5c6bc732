package dev.alkdev.operations.benchmarks;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;

/** The peer of our links: gRPC with bytes for messages, so that no generated code is needed. */
final class GrpcEcho {
    private static final MethodDescriptor<byte[], byte[]> ECHO =
            method(MethodDescriptor.MethodType.UNARY, "echo");
    private static final MethodDescriptor<byte[], byte[]> STREAM =
            method(MethodDescriptor.MethodType.SERVER_STREAMING, "stream");

    private GrpcEcho() {}

    private static MethodDescriptor<byte[], byte[]> method(
            MethodDescriptor.MethodType type, String name) {
        return MethodDescriptor.<byte[], byte[]>newBuilder()
                .setType(type)
                .setFullMethodName("bench.Echo/" + name)
                .setRequestMarshaller(new Bytes())
                .setResponseMarshaller(new Bytes())
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
                                (request, observer) -> {
                                    for (int i = 0; i < streamLength; i++) {
                                        observer.onNext(request);
                                    }
                                    observer.onCompleted();
                                }))
                .build();
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
        CompletableFuture<Integer> end = new CompletableFuture<>();
        ClientCalls.asyncServerStreamingCall(
                channel.newCall(STREAM, CallOptions.DEFAULT),
                payload,
                new StreamObserver<byte[]>() {
                    private int count;

                    @Override
                    public void onNext(byte[] item) {
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
}

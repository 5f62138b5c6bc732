package dev.alkdev.operations.redis;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** A connection to one server, or to a cluster: then each command goes to the node with its key. */
record Connection(
        BoundedCodec codec,
        StatefulConnection<String, byte[]> state,
        RedisClusterCommands<String, byte[]> sync,
        RedisClusterAsyncCommands<String, byte[]> async) {

    static Connection of(BoundedCodec codec, StatefulRedisConnection<String, byte[]> connection) {
        return new Connection(codec, connection, connection.sync(), connection.async());
    }

    static Connection of(
            BoundedCodec codec, StatefulRedisClusterConnection<String, byte[]> connection) {
        return new Connection(codec, connection, connection.sync(), connection.async());
    }

    /** Starts to read a batch of these streams; the previous batch is processed. */
    void startBatch(String... streams) {
        Map<ByteBuffer, String> names = new HashMap<>();
        for (String stream : streams) {
            names.put(codec.encodeKey(stream), stream);
        }
        codec.startBatch(names);
    }
}

package dev.alkdev.operations.redis;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;

/**
 * A connection to one server, or to a cluster: then each command goes to the node with its key.
 * Values are bytes, so that events are not made characters on the way.
 */
record Connection(
        StatefulConnection<String, byte[]> state,
        RedisClusterCommands<String, byte[]> sync,
        RedisClusterAsyncCommands<String, byte[]> async) {

    static Connection of(StatefulRedisConnection<String, byte[]> connection) {
        return new Connection(connection, connection.sync(), connection.async());
    }

    static Connection of(StatefulRedisClusterConnection<String, byte[]> connection) {
        return new Connection(connection, connection.sync(), connection.async());
    }
}

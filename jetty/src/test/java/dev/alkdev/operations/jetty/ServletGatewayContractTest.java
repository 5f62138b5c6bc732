package dev.alkdev.operations.jetty;

import dev.alkdev.operations.http.RestGateway;
import dev.alkdev.operations.http.RestServer;

/** The contract of gateways, over REST in a servlet container. */
class ServletGatewayContractTest extends RestGatewayContractTest {
    @Override
    RestServer start(RestGateway.Builder gateway) {
        return RestServer.inContainer(gateway);
    }
}

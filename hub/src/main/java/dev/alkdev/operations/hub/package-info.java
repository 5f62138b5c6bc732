/** The hub: a registry with its sources and gateways, from one config file. */
@NullMarked
package dev.alkdev.operations.hub;

import org.jspecify.annotations.NullMarked;

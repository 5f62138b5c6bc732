package dev.alkdev.operations.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of the command, from the manifest of its jar. */
final class VersionFromManifest implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = VersionFromManifest.class.getPackage().getImplementationVersion();
        return new String[] {"operations " + (version == null ? "(development)" : version)};
    }
}

package dev.alkdev.operations.examples.conformance;

import dev.alkdev.operations.CallException;
import dev.alkdev.operations.ContentBlock;
import dev.alkdev.operations.ContentBlock.ResourceContent;
import dev.alkdev.operations.ErrorCode;

/** Tools that answer with one kind of content each. */
final class ContentTools {
    /** One red pixel. */
    static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

    /** A recording without a sample. */
    private static final String WAV =
            "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

    private static final ContentBlock IMAGE = new ContentBlock.Image(PNG, "image/png");

    private ContentTools() {}

    static void addTo(Tools tools) {
        tools.add(
                "simple_text",
                "Answers with a text",
                (input, context) -> Tools.text("This is a simple text response for testing."));
        tools.add(
                "image_content", "Answers with an image", (input, context) -> Tools.blocks(IMAGE));
        tools.add(
                "audio_content",
                "Answers with a recording",
                (input, context) -> Tools.blocks(new ContentBlock.Audio(WAV, "audio/wav")));
        tools.add(
                "embedded_resource",
                "Answers with a resource",
                (input, context) ->
                        Tools.blocks(
                                resource(
                                        "test://embedded-resource",
                                        "text/plain",
                                        "This is an embedded resource content.")));
        tools.add(
                "multiple_content_types",
                "Answers with a text, an image and a resource",
                (input, context) ->
                        Tools.blocks(
                                ContentBlock.text("Multiple content types test:"),
                                IMAGE,
                                resource(
                                        "test://mixed-content-resource",
                                        "application/json",
                                        "{\"test\":\"data\",\"value\":123}")));
        tools.add(
                "error_handling",
                "Always fails",
                (input, context) -> {
                    throw new CallException(
                            ErrorCode.EXECUTION_ERROR,
                            "This tool intentionally returns an error for testing");
                });
    }

    private static ContentBlock resource(String uri, String mimeType, String text) {
        return new ContentBlock.Resource(new ResourceContent(uri, mimeType, text, null));
    }
}

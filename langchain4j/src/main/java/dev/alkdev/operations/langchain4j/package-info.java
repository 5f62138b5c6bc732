/** Operations as tools of LangChain4j. */
@NullMarked
package dev.alkdev.operations.langchain4j;

import org.jspecify.annotations.NullMarked;

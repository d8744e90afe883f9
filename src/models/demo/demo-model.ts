import { estimateTokens } from "../../estimate-tokens.ts";
import type { LanguageModel, ModelEvent } from "../../ports.ts";
import { decide } from "./decide.ts";
import { readDemoPrompt } from "./read-demo-prompt.ts";

/**
 * A small, deterministic stand-in for people without a key: it knows arithmetic, looking things up and names, in English
 * and Chinese. It speaks the conversational ReAct protocol and sees nothing but the prompt, as any model does.
 */
export function createDemoModel(): LanguageModel {
  return {
    name: "demo",
    async *generate({ messages }, { signal }): AsyncGenerator<ModelEvent> {
      const written = JSON.stringify(decide(readDemoPrompt(messages)));
      for (const text of written.match(/\s*\S{1,8}\s*/gu) ?? []) {
        signal.throwIfAborted();
        yield { type: "text", text };
      }
      signal.throwIfAborted();
      yield {
        type: "finish",
        reason: "stop",
        usage: {
          inputTokens: messages.reduce(
            (sum, { content }) => sum + estimateTokens(content),
            0,
          ),
          cachedInputTokens: 0,
          outputTokens: estimateTokens(written),
        },
      };
    },
  };
}

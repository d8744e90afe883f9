import type { LanguageModel } from "../../ports.ts";
import type { ModelEvent, Prompt } from "../../prompt.ts";
import { estimateTokens } from "../../tokens.ts";
import { decide } from "./decide.ts";
import { readDemoPrompt } from "./read-demo-prompt.ts";
import { writeReply } from "./write-reply.ts";

/**
 * A small, deterministic stand-in for people without a key: it knows arithmetic, the time, looking things up and names, in
 * English and Chinese. It sees nothing but the prompt, as any model does, and replies in the format of whichever agent style
 * the prompt was written in.
 */
export function createDemoModel(): LanguageModel {
  return {
    name: "demo",
    async *generate(prompt, { signal }): AsyncGenerator<ModelEvent> {
      const read = readDemoPrompt(prompt);
      const reply = writeReply(decide(read), { format: read.format, prompt });
      let written = "";
      for (const event of reply) {
        signal.throwIfAborted();
        written += event.type === "text" ? event.text : event.arguments;
        yield event;
      }
      signal.throwIfAborted();
      yield {
        type: "finish",
        reason: reply[0]?.type === "tool-call" ? "tool-calls" : "stop",
        usage: {
          inputTokens: countTokens(prompt),
          cachedInputTokens: 0,
          outputTokens: estimateTokens(written),
        },
      };
    },
  };
}

function countTokens({ messages, tools = [] }: Prompt): number {
  const texts = [
    ...messages.map(({ content }) => content),
    ...tools.map((tool) => JSON.stringify(tool)),
  ];
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0);
}

import { createOpenAI } from "@ai-sdk/openai";
import { tool, ToolLoopAgent, type ModelMessage } from "ai";
import * as z from "zod";
import type { ContestantModule } from "../agent/contestant.ts";
import { OBSERVATION, QUESTION, TOOL } from "../stub/replies.ts";

/**
 * The AI SDK's ToolLoopAgent over Chat Completions, with the whole history.
 * Variants: `generate` and `stream`.
 */
export const createContestant: ContestantModule["createContestant"] = ({
  url,
  variant,
}) => {
  const openai = createOpenAI({ baseURL: url, apiKey: "sk-bench" });
  const agent = new ToolLoopAgent({
    model: openai.chat("stub"),
    instructions: "You are a helpful assistant.",
    tools: {
      [TOOL]: tool({
        description: "Calculates, e.g. 3 * (4 + 5).",
        inputSchema: z.object({ expression: z.string() }),
        execute: async () => OBSERVATION,
      }),
    },
  });
  return {
    prepare(history) {
      const messages = [
        ...history.flatMap(({ question, answer }): ModelMessage[] => [
          { role: "user", content: question },
          { role: "assistant", content: answer },
        ]),
        { role: "user", content: QUESTION } as const,
      ];
      if (variant === "generate")
        return async () => (await agent.generate({ messages })).text;
      return async () => {
        const { textStream } = await agent.stream({ messages });
        let answer = "";
        for await (const text of textStream) answer += text;
        return answer;
      };
    },
  };
};

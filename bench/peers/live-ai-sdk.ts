import { createOpenAI } from "@ai-sdk/openai";
import { isStepCount, tool, ToolLoopAgent, type ModelMessage } from "ai";
import * as z from "zod";
import type { LiveModule } from "../live/contestant.ts";

/** The AI SDK's ToolLoopAgent over Chat Completions, with the whole history. */
export const answer: LiveModule["answer"] = async (job) => {
  const openai = createOpenAI({ baseURL: job.url, apiKey: "bench" });
  const agent = new ToolLoopAgent({
    model: openai.chat(job.model),
    instructions: "You are a helpful assistant.",
    stopWhen: isStepCount(job.maxSteps),
    tools: Object.fromEntries(
      job.tools.map(({ name, description, field, run }) => [
        name,
        tool({
          description,
          inputSchema: z.object({ [field]: z.string() }),
          execute: async (input) => run(String(input[field])),
        }),
      ]),
    ),
  });
  const messages = [
    ...job.history.flatMap(({ question, answer: reply }): ModelMessage[] => [
      { role: "user", content: question },
      { role: "assistant", content: reply },
    ]),
    { role: "user", content: job.ask } as const,
  ];
  try {
    const { text, steps } = await agent.generate({
      messages,
      abortSignal: job.signal,
    });
    const actions = steps.reduce((sum, step) => sum + step.toolCalls.length, 0);
    return text.trim() === ""
      ? { kind: "notice", text: "no text", actions }
      : { kind: "answer", text, actions };
  } catch (error) {
    return { kind: "notice", text: String(error).slice(0, 500), actions: 0 };
  }
};

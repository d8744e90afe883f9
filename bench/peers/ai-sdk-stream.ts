import { createOpenAI } from "@ai-sdk/openai";
import { ToolLoopAgent } from "ai";
import type { StreamAnswer } from "../stream/stream-answer.ts";

/** The AI SDK's ToolLoopAgent over Chat Completions. */
export const streamAnswer: StreamAnswer = async function* ({ url, question }) {
  const openai = createOpenAI({ baseURL: url, apiKey: "sk-bench" });
  const agent = new ToolLoopAgent({ model: openai.chat("stub") });
  const { textStream } = await agent.stream({ prompt: question });
  yield* textStream;
};

import { initializeAgentExecutorWithOptions } from "@langchain/classic/agents";
import { ChatOpenAICompletions } from "@langchain/openai";
import type { StreamAnswer } from "../stream/stream-answer.ts";

/**
 * LangChain JS's AgentExecutor with its conversational agent and model
 * streaming on. The model writes JSON, so the first text to show appears in the
 * executor's own stream.
 */
export const streamAnswer: StreamAnswer = async function* ({ url, question }) {
  const model = new ChatOpenAICompletions({
    model: "stub",
    apiKey: "sk-bench",
    streaming: true,
    configuration: { baseURL: url },
  });
  // Avoids fetching a tokenizer from the internet; this is LangChain's
  // fallback.
  model.getNumTokens = async (text) => Math.ceil(text.length / 4);
  const executor = await initializeAgentExecutorWithOptions([], model, {
    agentType: "chat-conversational-react-description",
  });
  const chunks = await executor.stream({ input: question, chat_history: [] });
  for await (const { output } of chunks) yield String(output);
};

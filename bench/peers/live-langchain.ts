import { initializeAgentExecutorWithOptions } from "@langchain/classic/agents";
import { BufferMemory } from "@langchain/classic/memory";
import { ChatMessageHistory } from "@langchain/classic/stores/message/in_memory";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { DynamicTool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import type { LiveModule } from "../live/contestant.ts";

/** The executor's output if it has no answer. */
const GAVE_UP = /^Agent stopped due to /;

/**
 * LangChain JS's conversational ReAct agent with its buffer memory and default
 * prompt.
 */
export const answer: LiveModule["answer"] = async (job, variant) => {
  const model = new ChatOpenAI({
    model: job.model,
    apiKey: "bench",
    configuration: { baseURL: job.url },
  });
  const tools = job.tools.map(
    ({ name, description, run }) =>
      new DynamicTool({
        name,
        description,
        func: async (input) => {
          try {
            return run(input);
          } catch (error) {
            return String(error);
          }
        },
      }),
  );
  const messages = job.history.flatMap(({ question, answer: reply }) => [
    new HumanMessage(question),
    new AIMessage(reply),
  ]);
  const executor = await initializeAgentExecutorWithOptions(tools, model, {
    agentType: "chat-conversational-react-description",
    maxIterations: job.maxSteps,
    ...(variant === "handles parsing errors" && { handleParsingErrors: true }),
    memory: new BufferMemory({
      chatHistory: new ChatMessageHistory(messages),
      returnMessages: true,
      memoryKey: "chat_history",
      inputKey: "input",
      outputKey: "output",
    }),
  });
  let actions = 0;
  const count = {
    handleAgentAction: ({ tool }: { tool: string }) => {
      if (tool !== "_Exception") actions++;
    },
  };
  try {
    const result = await executor.invoke(
      { input: job.ask },
      { callbacks: [count], signal: job.signal },
    );
    const output: unknown = result["output"];
    const text = typeof output === "string" ? output : JSON.stringify(output);
    const kind = GAVE_UP.test(text) || text === "" ? "notice" : "answer";
    return { kind, text, actions };
  } catch (error) {
    return { kind: "notice", text: String(error).slice(0, 500), actions };
  }
};

import { initializeAgentExecutorWithOptions } from "@langchain/classic/agents";
import { BufferMemory } from "@langchain/classic/memory";
import { ChatMessageHistory } from "@langchain/classic/stores/message/in_memory";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { DynamicTool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import type { ContestantModule } from "../agent/contestant.ts";
import { OBSERVATION, QUESTION, TOOL } from "../stub/replies.ts";

/**
 * LangChain JS's AgentExecutor with its conversational agent and buffer memory,
 * as set up by `initializeAgentExecutorWithOptions`: the whole history in every
 * prompt, no streaming.
 */
export const createContestant: ContestantModule["createContestant"] = ({
  url,
}) => {
  const model = new ChatOpenAI({
    model: "stub",
    apiKey: "sk-bench",
    configuration: { baseURL: url },
  });
  const tool = new DynamicTool({
    name: TOOL,
    description: "Calculates. The input is an expression, e.g. 3 * (4 + 5).",
    func: async () => OBSERVATION,
  });
  return {
    async prepare(history) {
      const messages = history.flatMap(({ question, answer }) => [
        new HumanMessage(question),
        new AIMessage(answer),
      ]);
      const executor = await initializeAgentExecutorWithOptions([tool], model, {
        agentType: "chat-conversational-react-description",
        memory: new BufferMemory({
          chatHistory: new ChatMessageHistory(messages),
          returnMessages: true,
          memoryKey: "chat_history",
          inputKey: "input",
          outputKey: "output",
        }),
      });
      return async () => {
        const { output } = await executor.invoke({ input: QUESTION });
        return String(output);
      };
    },
  };
};

import { runAgent, type Agent } from "../../src/agent/executor.ts";
import type { PromptMessage } from "../../src/types/model.ts";
import { createParleyOnStub } from "../parley-on-stub.ts";
import { QUESTION } from "../stub/replies.ts";
import type { ContestantModule } from "./contestant.ts";
import { keepConversations } from "./keep-conversations.ts";

/**
 * Parley's executor alone, in the style named by the variant: given memory's
 * window, it calls the model, runs the tool and streams the answer; it stores
 * nothing.
 */
export const createContestant: ContestantModule["createContestant"] = ({
  url,
  variant,
}) => {
  const parley = createParleyOnStub({ url, style: variant });
  const open = keepConversations(parley);
  return {
    async prepare(history) {
      const { memory } = await open(history);
      const { summary, messages } = await memory.recall();
      const window = messages.map(({ role, text }): PromptMessage => ({
        role,
        content: text,
      }));
      return () => answer(parley.bot.agent, { summary, history: window });
    },
  };
};

async function answer(
  agent: Agent,
  past: { summary: string | undefined; history: readonly PromptMessage[] },
): Promise<string> {
  const { signal } = new AbortController();
  for await (const event of runAgent({
    agent,
    context: {
      timeZone: "UTC",
      wasShown: async () => false,
    },
    ...past,
    input: QUESTION,
    signal,
  }))
    if (event.type === "finish") return event.output;
  throw new Error("The agent gave up.");
}

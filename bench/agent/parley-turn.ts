import { createParleyOnStub } from "../parley-on-stub.ts";
import { QUESTION } from "../stub/replies.ts";
import type { ContestantModule } from "./contestant.ts";
import { keepConversations } from "./keep-conversations.ts";

/**
 * A whole turn of Parley's in the style that the variant names: the message is stored, the turn taken up, memory
 * recalled, the agent run with its steps stored, the reply committed. Not in it: the channel's HTTP, and what belongs to
 * the Durable Object (its alarm, SQLite on a disk, watchers).
 */
export const createContestant: ContestantModule["createContestant"] = ({
  url,
  variant,
}) => {
  const open = keepConversations(createParleyOnStub({ url, style: variant }));
  return {
    async prepare(history) {
      const conversation = await open(history);
      return () => conversation.ask(QUESTION);
    },
  };
};

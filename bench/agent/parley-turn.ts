import { createParleyOnStub } from "../parley-on-stub.ts";
import { QUESTION } from "../stub/replies.ts";
import type { ContestantModule } from "./contestant.ts";
import { keepConversations } from "./keep-conversations.ts";

/**
 * A whole turn of Parley in the style named by the variant: stores the message,
 * starts the turn, recalls memory, runs the agent and stores its steps, commits
 * the reply. Excludes the channel's HTTP and the Durable Object's parts (alarm,
 * SQLite on disk, watchers).
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

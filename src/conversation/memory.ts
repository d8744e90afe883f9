import type { ConversationDocument } from "./state/document.ts";
import {
  type AcceptingMemory,
  createAcceptingMemory,
} from "./memory/accepting.ts";
import { createContext, type MemoryOptions } from "./memory/context.ts";
import { createFailingMemory, type FailingMemory } from "./memory/failing.ts";
import {
  createForgettingMemory,
  type ForgettingMemory,
} from "./memory/forgetting.ts";
import {
  createRememberingMemory,
  type RememberingMemory,
} from "./memory/remembering.ts";
import {
  createReplyingMemory,
  type ReplyingMemory,
} from "./memory/replying.ts";
import { createRunningMemory, type RunningMemory } from "./memory/running.ts";

/**
 * One conversation's messages and turns. Every method is one change: it happened whole, and is durable when the method returns (`openTurn`: before its sender hears of it), or not at
 * all. What becomes of the state is decided in `state/` by pure functions; here they are given what they need from the store. Where
 * turns are kept for some days only, one that was accepted before that and is not open has expired: it is as good as forgotten, and so is
 * a summary that covers none of those that are left. Ids stay known for at least 24 hours more. Settings expire once all turns have, and
 * once they were not changed for those days.
 */
export interface Memory
  extends
    AcceptingMemory,
    RunningMemory,
    ReplyingMemory,
    FailingMemory,
    RememberingMemory,
    ForgettingMemory,
    Pick<
      ConversationDocument,
      "confirmLease" | "renewLease" | "releaseLease"
    > {}

export function createMemory(options: MemoryOptions): Memory {
  const context = createContext(options);
  const { document } = context;
  return {
    ...createAcceptingMemory(context),
    ...createRunningMemory(context),
    ...createReplyingMemory(context),
    ...createFailingMemory(context),
    ...createRememberingMemory(context),
    ...createForgettingMemory(context),
    confirmLease: document.confirmLease,
    renewLease: document.renewLease,
    releaseLease: document.releaseLease,
  };
}

import {
  createAcceptingMemory,
  type AcceptingMemory,
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
import { createTranscripts, type Transcripts } from "./memory/transcripts.ts";
import type { ConversationDocument } from "./state/document.ts";

/**
 * One conversation's messages and turns. Every method is atomic and durable
 * once it returns; `openTurn` is durable before the message is acknowledged.
 * Pure functions in `state/` decide how the state changes; these methods fetch
 * from the store what they need.
 *
 * If retention is limited, a closed turn whose message is older than that has
 * expired. Expired turns, and a summary that covers none of the remaining ones,
 * are treated as forgotten. Ids stay known for at least 24 hours more. Settings
 * expire once all turns have and the settings have not changed for as long.
 */
export interface Memory
  extends
    AcceptingMemory,
    RunningMemory,
    Transcripts,
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
    ...createTranscripts(context),
    ...createReplyingMemory(context),
    ...createFailingMemory(context),
    ...createRememberingMemory(context),
    ...createForgettingMemory(context),
    confirmLease: document.confirmLease,
    renewLease: document.renewLease,
    releaseLease: document.releaseLease,
  };
}

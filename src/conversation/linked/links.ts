import type { Limiter } from "../../limits/limiter.ts";
import type { LinkCodes } from "../../types/link.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { Memory } from "../memory.ts";
import type { RemoteMemory } from "../remote-memory.ts";

/** What one conversation needs of another to be linked with it. */
export type LinkableConversation = RemoteMemory & Pick<Memory, "forget">;

/** How chats of the same person are linked. */
export interface Links {
  readonly codes: LinkCodes;
  /**
   * Of guesses. Keys begin with `stranger/` and a hash of the person, or are
   * the deployment's.
   */
  readonly limiter: Limiter;
  /** Another conversation, by its name. */
  readonly of: (conversation: string) => LinkableConversation;
  /** Accepts a message for a conversation; idempotent by its id. */
  readonly deliver: (message: IncomingMessage) => Promise<unknown>;
}

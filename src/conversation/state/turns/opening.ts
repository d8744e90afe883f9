import type { Turn } from "../../../types/turn.ts";
import type { Elsewhere } from "../people/link.ts";

/**
 * Outcome of opening a turn for a message.
 * - `known`: the id was opened before; its turn has another id if merged.
 * - `forgotten`: the id was opened before, and forgotten since.
 * - `full`: nothing was stored. `isFirst`: no message was rejected since the
 *   queue was last less than half full.
 * - `elsewhere`: nothing was stored; see `findElsewhere`.
 * - `outdated`: nothing was stored. An edit (`isEdit`) of what cannot be edited,
 *   see `findEdited`; or a message that addresses the bot only as part of an
 *   album (`isAside`) of which nothing waits; or an echo of the bot's own words;
 *   or a person's reply to a user of whose words nothing is left.
 *
 * An edit of a message that was never delivered is treated as a new message.
 */
export type Opening =
  | { readonly kind: "opened" | "known"; readonly turn: Turn }
  | { readonly kind: "forgotten" }
  | { readonly kind: "outdated" }
  | {
      readonly kind: "full";
      readonly limit: number;
      readonly isFirst: boolean;
    }
  | Elsewhere;

export interface OpeningOptions {
  readonly limit: number;
  readonly isStop?: boolean;
  /** See `findElsewhere`. */
  readonly isAsked?: boolean;
}

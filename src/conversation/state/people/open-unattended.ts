import type { MemoryContext } from "../memory-context.ts";
import { wakeForEvents, withEvents } from "../reports/events.ts";
import type { ConversationState, Decision } from "../state.ts";
import { readNewest } from "../turns/find-turn.ts";
import { prepareOpening } from "../turns/open-turn.ts";
import { toFollowing } from "./open-reply.ts";
import { withoutWanted } from "./owner.ts";

/** What became of a request for a person that has expired. */
type Unattended =
  | { readonly kind: "opened"; readonly turn: string }
  | { readonly kind: "none" };

/** Whether a person was to come until now, and has not. */
export function isUnattended(
  { wanted }: ConversationState,
  now: number,
): boolean {
  return (wanted?.until ?? Infinity) <= now;
}

const RETURNED = [{ type: "conversation.returned", by: "nobody" }] as const;

/**
 * Gives the conversation back to the bot, and opens the turn that tells the
 * user that nobody came, in one commit.
 */
export function openUnattended(
  context: MemoryContext,
  limit: number,
): Promise<Unattended> {
  const { document, now } = context;
  return document.change<Unattended>(async (state) => {
    if (!isUnattended(state, now())) return { result: { kind: "none" } };
    const after = withoutWanted(state);
    const last = (await readNewest(context, state)).at(-1);
    // All that was said has expired.
    if (last === undefined) {
      await wakeForEvents(context, RETURNED);
      const none = { state: after, result: { kind: "none" } } as const;
      return withEvents<Unattended>(none, RETURNED, context);
    }
    // Its own number: a turn that is tried again may ask, in vain, once more.
    const id = `unattended/${state.lastTurn + 1}`;
    const message = toFollowing(last, {
      id,
      text: "",
      author: last.author.id,
      origin: { kind: "unattended" },
    });
    const decide = await prepareOpening(context, message, { limit });
    const { result, ...opened } = await decide(after);
    const isOpen = result.kind === "opened";
    const decision: Decision<Unattended> = {
      state: after,
      ...opened,
      result: isOpen ? { kind: "opened", turn: id } : { kind: "none" },
    };
    return withEvents(decision, RETURNED, context);
  });
}

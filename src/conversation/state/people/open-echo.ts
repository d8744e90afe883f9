import type { IncomingMessage } from "../../../types/message.ts";
import { hashText } from "../hash-text.ts";
import type { MemoryContext } from "../memory-context.ts";
import { keys } from "../pieces.ts";
import { get, listUnder } from "../read-pieces.ts";
import { withEvents } from "../reports/events.ts";
import type { ConversationState } from "../state.ts";
import { prepareOpening } from "../turns/open-turn.ts";
import type { Opening, OpeningOptions } from "../turns/opening.ts";
import { eventsOfTaking, ownerAt, withOwner, type Taker } from "./owner.ts";

/**
 * Opens a turn for an echo, and leaves the conversation to the person who has it, or
 * else to its author, in the same commit: like `openReply`, but the user has
 * read it, and it may be the first that is said. Idempotent by the id, like
 * `openTurn`. What the bot has sent is `outdated`.
 */
export async function openEcho(
  context: MemoryContext,
  echo: IncomingMessage,
  { name, silenceMs, ...options }: Taker & OpeningOptions,
): Promise<Opening> {
  const { document, now } = context;
  const decide = await prepareOpening(context, echo, options);
  return document.change<Opening>(
    async (state) => {
      if (await isOwn(context, state, echo))
        return { result: { kind: "outdated" } };
      const decision = await decide(state);
      const { result, state: after } = decision;
      if (result.kind !== "opened" || after === undefined) return decision;
      const owner = ownerAt(state, now())?.name ?? name;
      const taker = { name: owner, silenceMs, isTold: true } as const;
      return withEvents(
        { ...decision, state: withOwner(after, taker, now()) },
        eventsOfTaking(state, taker, now()),
        context,
      );
    },
    // The same commit also schedules its turn.
    { isConfirmedLater: true },
  );
}

/**
 * Whether the bot has sent it. Its platform may say so before it answers the
 * call: then the words are those of a part on its way.
 */
async function isOwn(
  { store }: MemoryContext,
  { open }: ConversationState,
  { id, text }: IncomingMessage,
): Promise<boolean> {
  if (open.some(({ sent = {} }) => Object.values(sent).includes(id)))
    return true;
  const receipts = keys.receipts(await hashText(id));
  if ((await listUnder(store, receipts, { limit: 1 })).length > 0) return true;
  const parts = await Promise.all(
    open.map(async ({ number, ending, sent = {} }) => {
      const all =
        ending && (await get(store, keys.parts(number, ending.epoch)));
      return all?.filter((_, index) => sent[index] === undefined);
    }),
  );
  return parts.flat().some((part) => part?.text.trim() === text.trim());
}

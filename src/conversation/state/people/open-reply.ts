import { hashText } from "../../../runtime/hash.ts";
import type { IncomingMessage } from "../../../types/message.ts";
import { addresseeOf } from "../../../types/schedule.ts";
import type { MemoryContext } from "../memory-context.ts";
import { get, keys, listUnder } from "../pieces.ts";
import { withEvents } from "../reports/events.ts";
import type { ConversationState, Decision } from "../state.ts";
import { readNewest } from "../turns/find-turn.ts";
import { prepareOpening } from "../turns/open-turn.ts";
import type { Opening, OpeningOptions } from "../turns/opening.ts";
import { eventsOfTaking, ownerAt, withOwner, type Taker } from "./owner.ts";

const OUTDATED = { result: { kind: "outdated" } } as const;

/**
 * Opens a turn for what a person of the team says, to where the user wrote
 * last, and gives the person the conversation in the same commit. Idempotent by
 * the id, like `openTurn`. Nothing that can be answered is `outdated`.
 */
export function openReply(
  context: MemoryContext,
  { id, text, ...taker }: Taker & { id: string; text: string },
  options: OpeningOptions,
): Promise<Opening> {
  const { name } = taker;
  return context.document.change<Opening>(
    async (state) => {
      const last = (await readNewest(context, state)).at(-1);
      if (last === undefined) return OUTDATED;
      const message = toFollowing(last, {
        // Not one that a user's message can have by chance.
        id: `operator/${id}`,
        text,
        author: name,
        origin: { kind: "operator", name },
      });
      const decide = await prepareOpening(context, message, options);
      return withTaking(await decide(state), taker, context);
    },
    // The same commit also schedules its turn.
    { isConfirmedLater: true },
  );
}

/**
 * What follows a message without being the user's, to where that came from and
 * in its language.
 */
export function toFollowing(
  last: IncomingMessage,
  said: Pick<IncomingMessage, "id" | "text" | "origin"> & { author: string },
): IncomingMessage {
  const { language = /\p{Script=Han}/u.test(last.text) ? "zh" : "en" } =
    last.author;
  return {
    ...addresseeOf(last),
    ...said,
    author: { id: said.author, language },
    attachments: [],
  };
}

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
      if (await isOwn(context, state, echo)) return OUTDATED;
      const owner = ownerAt(state, now())?.name ?? name;
      const taker = { name: owner, silenceMs, isTold: true } as const;
      return withTaking(await decide(state), taker, context);
    },
    // The same commit also schedules its turn.
    { isConfirmedLater: true },
  );
}

/** Gives the person the conversation if their turn is opened. */
function withTaking(
  decision: Decision<Opening>,
  taker: Taker,
  context: MemoryContext,
): Decision<Opening> {
  const { state, result } = decision;
  if (result.kind !== "opened" || state === undefined) return decision;
  const at = context.now();
  return withEvents(
    { ...decision, state: withOwner(state, taker, at) },
    eventsOfTaking(state, taker, at),
    context,
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

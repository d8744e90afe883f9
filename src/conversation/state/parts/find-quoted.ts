import { hashText } from "../../../runtime/hash.ts";
import { shorten } from "../../../text/text.ts";
import type { Receipt } from "../../../types/channel.ts";
import type { IncomingMessage, QuotedMessage } from "../../../types/message.ts";
import type { ReplyPart } from "../../../types/reply.ts";
import type { Piece } from "../../../types/store.ts";
import type { MemoryContext } from "../memory-context.ts";
import { get, keys, listUnder, numberIn, toPiece } from "../pieces.ts";
import { findOpen, type OpenTurn } from "../state.ts";
import {
  findByNumber,
  loadKnown,
  type LoadedTurn,
} from "../turns/load-turn.ts";
import type { SentPart } from "./note-parts.ts";

/** Like the part that a person selects; see `QuotedMessage`. */
const MAX_QUOTE_LENGTH = 2_000;

/**
 * The message that a reply names by its id: a person's, by its message id, or a
 * part of the bot's reply, by its receipt, if its turn was closed as quotable.
 * `undefined` if there is none, or it was forgotten.
 */
export async function findQuoted(
  context: MemoryContext,
  id: string,
): Promise<QuotedMessage | undefined> {
  const { document, store, load, unlessExpired } = context;
  const state = await document.read();
  const asked = await load(state, id);
  if (asked !== undefined) return quoteMessage(asked.turn.message);
  const prefix = keys.receipts(await hashText(id));
  const options = { limit: 1, isNewestFirst: true };
  const [receipt] = await listUnder(store, prefix, options);
  if (receipt === undefined) return undefined;
  const known = await findByNumber(store, state, numberIn(receipt, 2));
  const answered = await loadKnown(store, state, unlessExpired(state, known));
  return answered && quoteReply(context, answered, receipt.value);
}

function quoteMessage({
  text,
  author,
  attachments,
  forwarded = [],
}: IncomingMessage): QuotedMessage {
  const { language: _, ...named } = author;
  const all = [
    ...attachments,
    ...forwarded.flatMap((one) => one.attachments ?? []),
  ];
  const said = [...forwarded.map((one) => one.text), text].filter(Boolean);
  return {
    text: shorten(said.join("\n\n"), MAX_QUOTE_LENGTH),
    author: named,
    ...(all.length > 0 && { attachments: all }),
  };
}

/** The part as sent if there are several, else the reply as written. */
async function quoteReply(
  { store }: MemoryContext,
  { state: { number, ending }, turn: { reply = "" } }: LoadedTurn,
  index: number,
): Promise<QuotedMessage> {
  const hasParts = ending !== undefined && ending.parts > 1;
  const parts = hasParts
    ? await get(store, keys.parts(number, ending.epoch))
    : undefined;
  const text = parts?.[index]?.text ?? reply;
  return { text: shorten(text, MAX_QUOTE_LENGTH), author: "bot" };
}

/** Pieces that find the turn's sent parts by their receipts. */
export async function toReceipts(
  { number, sent }: OpenTurn,
  last: SentPart | undefined,
): Promise<Piece[]> {
  const receipts = { ...sent, ...(last && { [last.index]: last.receipt.id }) };
  return Promise.all(
    Object.entries(receipts).map(async ([index, id]) =>
      toPiece(keys.receipt(await hashText(id), number), Number(index)),
    ),
  );
}

/** A sent message with a question in it. */
export interface Card {
  readonly receipt: Receipt;
  readonly part: ReplyPart;
}

/**
 * The message in which the question was asked that this turn goes on from; if
 * it was sent, and is still kept.
 */
export async function findCard(
  { document, store }: MemoryContext,
  id: string,
): Promise<Card | undefined> {
  const state = await document.read();
  const { resumes } = findOpen(state, id) ?? {};
  if (resumes === undefined) return undefined;
  const asked = await findByNumber(store, state, resumes.number);
  if (asked.kind !== "known" || asked.state.ending === undefined)
    return undefined;
  const { ending, sent = {}, number } = asked.state;
  const receipt = sent[ending.parts - 1];
  const parts = await get(store, keys.parts(number, ending.epoch));
  const part = parts?.at(-1);
  return receipt === undefined || part === undefined
    ? undefined
    : { receipt: { id: receipt }, part };
}

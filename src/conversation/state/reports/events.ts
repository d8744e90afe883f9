import type {
  ConversationEvent,
  FoundEvent,
  OwedEvent,
} from "../../../types/event.ts";
import type { MemoryContext } from "../memory-context.ts";
import {
  get,
  keys,
  listBetween,
  listUnder,
  numberIn,
  toPiece,
  type PieceReader,
} from "../pieces.ts";
import type { ConversationState, Decision } from "../state.ts";

type EventContext = Pick<MemoryContext, "eventTypes" | "now">;

/**
 * Owes events in the commit that makes them true. Those that nobody wants cost
 * nothing. A decision that changes nothing owes nothing. The caller ensures that
 * a wake-up follows, like that of an open turn; see `wakeForEvents`.
 */
export function withEvents<Result>(
  decision: Decision<Result>,
  events: readonly ConversationEvent[],
  context: EventContext,
): Decision<Result> {
  return events.reduce(
    (one, event) => withEvent(one, event, context),
    decision,
  );
}

function withEvent<Result>(
  decision: Decision<Result>,
  event: ConversationEvent,
  { eventTypes, now }: EventContext,
): Decision<Result> {
  const { state, put = [] } = decision;
  if (state === undefined || !eventTypes.includes(event.type)) return decision;
  const number = (state.events?.last ?? 0) + 1;
  const { owed = number } = state.events ?? {};
  const stored = { ...event, at: now(), newest: state.lastTurn };
  return {
    ...decision,
    state: { ...state, events: { last: number, owed } },
    put: [...put, toPiece(keys.event(number), stored)],
  };
}

/**
 * Call it before a commit that owes one of these events and after which no turn
 * waits for its run.
 */
export async function wakeForEvents(
  { eventTypes, wakeBy, now }: MemoryContext,
  events: readonly ConversationEvent[],
): Promise<void> {
  if (events.some(({ type }) => eventTypes.includes(type))) await wakeBy(now());
}

/** Events at a time. */
const MAX_OWED = 20;

/** What the queue has not got yet. */
interface OwedEvents {
  /** In their order. */
  readonly events: readonly OwedEvent[];
  /** The number of the last that is looked at, for `noteTold`. */
  readonly upTo: number;
}

/**
 * Some of the events that the queue has not got yet; `undefined` if there are
 * none.
 */
export async function owedEvents({
  document,
  store,
  eventTypes,
}: MemoryContext): Promise<OwedEvents | undefined> {
  if (eventTypes.length === 0) return undefined;
  const state = await document.readNewest();
  const { owed, last = 0 } = state.events ?? {};
  if (owed === undefined) return undefined;
  const upTo = Math.min(last, owed + MAX_OWED - 1);
  const range = { from: keys.event(owed), to: keys.event(upTo) };
  const found = await listBetween(store, range);
  const conversation = await findName(store, state);
  const events = found.map((piece) => {
    const { type, at } = piece.value;
    return { number: numberIn(piece, 1), type, conversation, at };
  });
  return { events, upTo };
}

/** Confirms that the queue has these events. */
export function noteTold(
  { document }: MemoryContext,
  { upTo }: OwedEvents,
): Promise<void> {
  return document.change<void>((state) => {
    const { owed = Infinity, last = 0 } = state.events ?? {};
    // Another process has told more.
    if (upTo < owed) return { result: undefined };
    const rest = upTo < last && { owed: upTo + 1 };
    return {
      state: { ...state, events: { last, ...rest } },
      result: undefined,
    };
  });
}

/** See `EventArchive`. */
export async function findEvent(
  { document, store, load }: MemoryContext,
  number: number,
): Promise<FoundEvent | undefined> {
  const state = await document.read();
  const event = await get(store, keys.event(number));
  if (event === undefined || event.newest < state.firstTurn) return undefined;
  if (!("turn" in event)) return { event };
  const loaded = await load(state, event.turn);
  return loaded && { event, turn: loaded.turn };
}

/** The conversation's name, as its newest message has it. */
async function findName(
  store: PieceReader,
  { conversation, lastTurn }: ConversationState,
): Promise<string> {
  if (conversation !== undefined) return conversation;
  const range = { from: keys.turn(0), to: keys.turn(lastTurn + 1) };
  const [newest] = await store.list({
    ...range,
    isNewestFirst: true,
    limit: 1,
  });
  if (newest === undefined) return "";
  const messages = keys.messages(numberIn(newest, 1));
  const [first] = await listUnder(store, messages, { limit: 1 });
  return first?.value.message.conversation ?? "";
}

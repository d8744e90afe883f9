import { sleep } from "../../abort.ts";
import { eventsSoFar } from "../../conversation/turn-events.ts";
import type { TurnReference } from "../../ports.ts";
import type { Turn, TurnEvent } from "../../turn.ts";
import type { Conversations } from "./conversations.ts";
import { type LiveTurn, WATCH_MS } from "./live-state.ts";

/** How often a watcher looks: most turns take seconds, and a look costs one read unit. */
const PAUSES = [
  { untilMs: 2_000, pauseMs: 100 },
  { untilMs: 20_000, pauseMs: 250 },
] as const;
const LONGEST_PAUSE_MS = 500;
/** What a look reads grows with the answer, which is written less often then: every two seconds where it is as long as can be. */
const UNITS_PER_MS = 50;

/** A turn's events; see `Mailbox.watch`. Another process works on it, and cannot call: this one looks again and again. */
export async function* watchTurn(
  { conversation, id }: TurnReference,
  {
    conversations,
    ensureBegun = async () => {},
    signal,
  }: {
    conversations: Conversations;
    /** Gets the turn as it is found. */
    ensureBegun?: (turn: Turn) => Promise<void>;
    signal: AbortSignal;
  },
): AsyncGenerator<TurnEvent, void> {
  signal.throwIfAborted();
  const memory = conversations.memoryOf(conversation);
  const reporter = createTurnReporter();
  const look = createPoller({ conversation, conversations, signal });
  let turn = await memory.findTurn(id);
  if (turn === undefined) return;
  await ensureBegun(turn);
  while (turn !== undefined) {
    for (const event of eventsSoFar(turn, { answer: reporter.answer() }))
      yield* reporter.tell(event);
    if (turn.reply !== undefined) return;
    // Merged into another one, it has that one's id.
    yield* follow(turn, { look, reporter });
    turn = await memory.findTurn(id);
  }
  yield { type: "forgotten" };
}

/** What the worker reports about the turn, until it has to be read again. */
async function* follow(
  turn: { id: string; status: string; attempts: number },
  { look, reporter }: { look: Look; reporter: TurnReporter },
): AsyncGenerator<TurnEvent, void> {
  for (;;) {
    const { state, live } = await look(turn.id);
    const isLive = live.turn === turn.id;
    const hasSteps = isLive && live.steps > reporter.steps();
    if (hasSteps || state !== `${turn.status} ${turn.attempts}`) return;
    if (isLive) yield* reporter.tellLive(live);
  }
}

type Look = ReturnType<typeof createPoller>;

/**
 * Looks at what the root says of a turn and what its worker tells, and says now and then that somebody does. Each look waits
 * its time, whatever came of the last one: what the worker tells may be late, or left by one that died. Throws the signal's reason.
 */
function createPoller({
  conversation,
  conversations,
  signal,
}: {
  conversation: string;
  conversations: Conversations;
  signal: AbortSignal;
}) {
  const liveState = conversations.liveStateOf(conversation);
  const began = Date.now();
  let lookedAt = 0;
  let notedAt = 0;
  let units = 0;
  return async (turn: string) => {
    const pauseMs = Math.max(
      pauseAfter(lookedAt - began),
      units / UNITS_PER_MS,
    );
    await sleep(lookedAt + pauseMs - Date.now(), { signal });
    lookedAt = Date.now();
    if (lookedAt - notedAt > WATCH_MS / 2) {
      notedAt = lookedAt;
      await liveState.noteWatcher();
    }
    const [{ state }, live] = await Promise.all([
      conversations.turnPollerOf(conversation, turn)(),
      liveState.read(),
    ]);
    signal.throwIfAborted();
    units = live.answer.length;
    return { state, live };
  };
}

function pauseAfter(ms: number): number {
  const pause = PAUSES.find(({ untilMs }) => ms < untilMs);
  return pause?.pauseMs ?? LONGEST_PAUSE_MS;
}

/** Tells a watcher what is new to it, from what is so. */
interface TurnReporter {
  /** How many steps were reported. */
  steps(): number;
  /** What the watcher has of the answer. */
  answer(): string;
  /** The event, or as much of it as is new. */
  tell(event: TurnEvent): Generator<TurnEvent, void>;
  tellLive(
    live: Pick<LiveTurn, "answer" | "waitsUntil">,
  ): Generator<TurnEvent, void>;
}

function createTurnReporter({ now = Date.now } = {}): TurnReporter {
  let steps = 0;
  let answer = "";
  let waitsUntil = 0;

  function* write(text: string): Generator<TurnEvent, void> {
    const offset = commonLength(answer, text);
    const rest = text.slice(offset);
    answer = text;
    if (rest !== "") yield { type: "delta", offset, text: rest };
  }

  return {
    steps: () => steps,
    answer: () => answer,

    *tell(event) {
      if (event.type === "delta")
        return yield* write(answer.slice(0, event.offset) + event.text);
      if (event.type === "step") {
        if (event.index < steps) return;
        steps = event.index + 1;
      }
      yield event;
    },

    *tellLive(live) {
      yield* write(live.answer);
      if (live.waitsUntil <= now() || live.waitsUntil === waitsUntil) return;
      waitsUntil = live.waitsUntil;
      yield { type: "waiting", delayMs: waitsUntil - now() };
    },
  };
}

/** How much of the beginning is the same; never a half of a character. */
function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  const isHalf = /[\uD800-\uDBFF]/.test(one.charAt(length - 1));
  return isHalf && length < other.length ? length - 1 : length;
}

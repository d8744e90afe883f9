import { eventsSoFar } from "../../conversation/turn-events.ts";
import { sleep } from "../../runtime/abort.ts";
import { lengthInCommon } from "../../text/text.ts";
import type { TurnReference } from "../../types/mailbox.ts";
import type { Turn, TurnEvent } from "../../types/turn.ts";
import type { Conversations } from "./conversations.ts";
import { WATCH_MS, type LiveTurn } from "./live-state.ts";

/**
 * Polls slow down with the answer's length, since they cost more and the worker
 * writes long answers less often: every two seconds for the longest.
 */
const UNITS_PER_MS = 50;

/**
 * Yields a turn's events, see `Mailbox.watch`. Another process runs the turn,
 * so this one polls.
 */
export async function* watchTurn(
  { conversation, id }: TurnReference,
  {
    conversations,
    ensureBegun = async () => {},
    signal,
  }: {
    conversations: Conversations;
    /** Called once with the turn. */
    ensureBegun?: (turn: Turn) => Promise<void>;
    signal: AbortSignal;
  },
): AsyncGenerator<TurnEvent, void> {
  signal.throwIfAborted();
  const memory = conversations.memoryOf(conversation);
  const shown = createShown();
  const poll = createPoller({ conversation, conversations, signal });
  let turn = await memory.findTurn(id);
  if (turn === undefined) return;
  await ensureBegun(turn);
  while (turn !== undefined) {
    for (const event of eventsSoFar(turn, { answer: "" }))
      yield* shown.add(event);
    if (turn.reply !== undefined) return;
    const known = `${turn.status} ${turn.attempts}`;
    for (;;) {
      // A turn that was merged into another has that one's id.
      const { state, live } = await poll(turn.id);
      const isLive = live.turn === turn.id;
      if (state !== known || (isLive && live.steps > shown.steps())) break;
      if (isLive) yield* shown.addLive(live);
    }
    turn = await memory.findTurn(id);
  }
  yield { type: "forgotten" };
}

/**
 * Polls the turn's state and its worker's live state, and renews the watcher's
 * mark. Each poll waits its interval even if the last one found changes: live
 * state may be late, or left by a dead worker. Throws the signal's reason.
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
  const startedAt = Date.now();
  let polledAt = 0;
  let notedAt = 0;
  let units = 0;
  return async (turn: string) => {
    const pauseMs = Math.max(
      pauseAfter(polledAt - startedAt),
      units / UNITS_PER_MS,
    );
    await sleep(polledAt + pauseMs - Date.now(), { signal });
    polledAt = Date.now();
    if (polledAt - notedAt > WATCH_MS / 2) {
      notedAt = polledAt;
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

/** Most turns take seconds, and each poll costs one read unit. */
function pauseAfter(ms: number): number {
  if (ms < 2_000) return 100;
  return ms < 20_000 ? 250 : 500;
}

/** What a watcher has seen. Yields events, or the part of them that is new. */
function createShown() {
  let steps = 0;
  let answer = "";
  let waitsUntil = 0;

  function* write(text: string): Generator<TurnEvent, void> {
    const offset = lengthInCommon(answer, text);
    const rest = text.slice(offset);
    answer = text;
    if (rest !== "") yield { type: "delta", offset, text: rest };
  }

  return {
    steps: () => steps,

    *add(event: TurnEvent): Generator<TurnEvent, void> {
      if (event.type === "delta")
        return yield* write(answer.slice(0, event.offset) + event.text);
      if (event.type === "step") {
        if (event.index < steps) return;
        steps = event.index + 1;
        // What the model wrote before a step was not the answer.
        if (answer !== "") {
          answer = "";
          yield { type: "delta", offset: 0, text: "" };
        }
      }
      yield event;
    },

    *addLive(live: LiveTurn): Generator<TurnEvent, void> {
      yield* write(live.answer);
      const delayMs = live.waitsUntil - Date.now();
      if (delayMs <= 0 || live.waitsUntil === waitsUntil) return;
      ({ waitsUntil } = live);
      yield { type: "waiting", delayMs };
    },
  };
}

import { sleep } from "../../abort.ts";
import { eventsSoFar } from "../../conversation/turn-events.ts";
import type { TurnReference } from "../../ports.ts";
import type { Turn, TurnEvent } from "../../turn.ts";
import type { Conversations } from "./conversations.ts";
import { WATCH_MS } from "./live-state.ts";
import { createTeller, type Teller } from "./teller.ts";

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
    /** Is told of the turn as it is found. */
    ensureBegun?: (turn: Turn) => Promise<void>;
    signal: AbortSignal;
  },
): AsyncGenerator<TurnEvent, void> {
  signal.throwIfAborted();
  const memory = conversations.memoryOf(conversation);
  const teller = createTeller();
  const look = createLook({ conversation, conversations, signal });
  let turn = await memory.findTurn(id);
  if (turn === undefined) return;
  await ensureBegun(turn);
  while (turn !== undefined) {
    for (const event of eventsSoFar(turn, { answer: teller.answer() }))
      yield* teller.tell(event);
    if (turn.reply !== undefined) return;
    // Merged into another one, it has that one's id.
    yield* follow(turn, { look, teller });
    turn = await memory.findTurn(id);
  }
  yield { type: "forgotten" };
}

/** What the worker tells of the turn, until it has to be read again. */
async function* follow(
  turn: { id: string; status: string; attempts: number },
  { look, teller }: { look: Look; teller: Teller },
): AsyncGenerator<TurnEvent, void> {
  for (;;) {
    const { state, live } = await look(turn.id);
    const isLive = live.turn === turn.id;
    const hasSteps = isLive && live.steps > teller.steps();
    if (hasSteps || state !== `${turn.status} ${turn.attempts}`) return;
    if (isLive) yield* teller.tellLive(live);
  }
}

type Look = ReturnType<typeof createLook>;

/**
 * Looks at what the root says of a turn and what its worker tells, and says now and then that somebody does. Each look waits
 * its time, whatever came of the last one: what the worker tells may be late, or left by one that died. Throws the signal's reason.
 */
function createLook({
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
      conversations.lookoutFor(conversation, turn)(),
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

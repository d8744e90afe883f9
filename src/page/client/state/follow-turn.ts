import type { Problem } from "../../../types/problem.ts";
import { readEvents } from "../parts/event-stream.ts";
import type { Opening } from "../parts/request.ts";
import { parseTurnEvent, type Reply, type TurnEvent } from "../turn-events.ts";

/** An event of a turn before its end. */
export type TurnUpdate =
  | Extract<TurnEvent, { type: "step" | "delta" | "waiting" }>
  /** The connection broke; reconnects after a pause. */
  | { readonly type: "reconnecting" }
  | { readonly type: "connected" };

export type TurnEnd =
  | { readonly kind: "replied"; readonly reply: Reply }
  | { readonly kind: "failed"; readonly problem: Problem }
  /** All attempts to reconnect failed; the turn itself may continue. */
  | { readonly kind: "lost" }
  /** The signal was aborted. */
  | { readonly kind: "stopped" };

/** Backoff between attempts to reconnect. */
const PAUSES_MS: readonly number[] = [500, 1_000, 2_000, 4_000, 8_000, 8_000];

/** A connection that lasted this long resets the backoff. */
const GOOD_CONNECTION_MS = 10_000;

/** Follows a turn to its end, reconnecting as needed. Never throws. */
export async function followTurn({
  first,
  open,
  report,
  pause,
  now = () => performance.now(),
  signal,
}: {
  /** A stream that is already open. */
  first?: Opening | undefined;
  open: () => Promise<Opening>;
  report: (update: TurnUpdate) => void;
  /** Resolves after that time, or early if waiting is pointless. */
  pause: (pauseMs: number, signal: AbortSignal) => Promise<void>;
  now?: () => number;
  signal: AbortSignal;
}): Promise<TurnEnd> {
  let failures = 0;
  for (let opening = first ?? (await open()); ; opening = await open()) {
    if (signal.aborted) return { kind: "stopped" };
    if (opening.kind === "open") {
      const openedAt = now();
      if (failures > 0) report({ type: "connected" });
      const end = await relay(opening.body, { report, signal });
      if (end !== undefined) return end;
      if (now() - openedAt >= GOOD_CONNECTION_MS) failures = 0;
    } else if (opening.kind === "refused" && !isTransient(opening.problem)) {
      return { kind: "failed", problem: opening.problem };
    }
    const pauseMs = PAUSES_MS[failures];
    if (pauseMs === undefined) return { kind: "lost" };
    failures += 1;
    report({ type: "reconnecting" });
    await pause(pauseMs, signal);
  }
}

/** `undefined` if the stream broke before the turn's end. */
async function relay(
  body: ReadableStream<Uint8Array>,
  {
    report,
    signal,
  }: { report: (update: TurnUpdate) => void; signal: AbortSignal },
): Promise<TurnEnd | undefined> {
  try {
    for await (const { event: name, data } of readEvents(body)) {
      if (signal.aborted) return { kind: "stopped" };
      const event = parseTurnEvent(name, data);
      if (event?.type === "reply")
        return { kind: "replied", reply: event.reply };
      if (event?.type === "error") {
        const { problem } = event;
        // The server's stream broke, not the turn: reconnect.
        if (problem.slug === "stream-broken") break;
        return { kind: "failed", problem };
      }
      if (event !== undefined) report(event);
    }
  } catch {
    // The caller reopens the stream.
  }
  return signal.aborted ? { kind: "stopped" } : undefined;
}

function isTransient({ status }: Problem): boolean {
  return status >= 500 || status === 429;
}

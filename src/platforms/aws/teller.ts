import type { TurnEvent } from "../../turn.ts";
import type { LiveTurn } from "./live-state.ts";

/** Tells a watcher what is new to it, from what is so. */
export interface Teller {
  /** How many steps were told of. */
  steps(): number;
  /** What the watcher has of the answer. */
  answer(): string;
  /** The event, or as much of it as is new. */
  tell(event: TurnEvent): Generator<TurnEvent, void>;
  tellLive(
    live: Pick<LiveTurn, "answer" | "waitsUntil">,
  ): Generator<TurnEvent, void>;
}

export function createTeller({ now = Date.now } = {}): Teller {
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

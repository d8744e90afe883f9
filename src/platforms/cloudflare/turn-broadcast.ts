import type { TurnEvent } from "../../turn.ts";

/** Hands a turn's events on to whoever watches it. Lives in memory: after a restart watchers come back and ask again. */
export interface TurnBroadcast {
  publish(turn: string, event: TurnEvent): void;
  /** What comes from now on, behind `replay`, as lines of JSON. Ends after the turn's last event. */
  subscribe(
    turn: string,
    replay: readonly TurnEvent[],
  ): ReadableStream<Uint8Array>;
  /** The answer of the turn as far as it is written. */
  answerSoFar(turn: string): string;
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

export function createTurnBroadcast(): TurnBroadcast {
  const watchers = new Map<string, Set<Controller>>();
  /** Of the one turn that runs. */
  let answer = { turn: "", text: "" };

  const stopWatching = (turn: string, controller: Controller): void => {
    const others = watchers.get(turn);
    others?.delete(controller);
    if (others?.size === 0) watchers.delete(turn);
  };

  return {
    publish(turn, event) {
      if (event.type === "delta") {
        const known = answer.turn === turn ? answer.text : "";
        answer = { turn, text: known.slice(0, event.offset) + event.text };
      }
      for (const controller of watchers.get(turn) ?? [])
        send(controller, event);
      if (isLast(event)) watchers.delete(turn);
    },

    subscribe(turn, replay) {
      let own: Controller;
      return new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller;
          for (const event of replay) send(controller, event);
          if (replay.some(isLast)) return;
          watchers.set(turn, (watchers.get(turn) ?? new Set()).add(controller));
        },
        cancel() {
          stopWatching(turn, own);
        },
      });
    },

    answerSoFar: (turn) => (answer.turn === turn ? answer.text : ""),
  };
}

function send(controller: Controller, event: TurnEvent): void {
  controller.enqueue(new TextEncoder().encode(`${JSON.stringify(event)}\n`));
  if (isLast(event)) controller.close();
}

function isLast(event: TurnEvent): boolean {
  return event.type === "end" || event.type === "forgotten";
}

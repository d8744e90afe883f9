import type { Memory } from "../src/conversation/memory.ts";
import { runTurn } from "../src/conversation/run-turn.ts";
import type { TurnEvent } from "../src/types/turn.ts";
import { NO_CALLBACKS } from "../test/fakes/no-callbacks.ts";
import { createMessage } from "../test/fixtures/messages.ts";
import type { ParleyOnStub } from "./parley-on-stub.ts";

/** A conversation with Parley: memory, and whole turns on it. */
export interface ParleyConversation {
  readonly memory: Memory;
  /**
   * Runs one turn: stores the message, starts and runs the turn, commits the
   * reply and returns it.
   */
  ask(text: string, publish?: (event: TurnEvent) => void): Promise<string>;
}

let turns = 0;

export function createParleyConversation(
  { bot, channel }: ParleyOnStub,
  memory: Memory,
): ParleyConversation {
  return {
    memory,
    async ask(text, publish = () => {}) {
      const id = String(turns++);
      await memory.openTurn(createMessage({ id, text }), { limit: 1 });
      const turn = await memory.nextTurn();
      if (turn === undefined) throw new Error("The turn was not opened.");
      let reply = "";
      await runTurn({
        turn,
        bot,
        memory,
        channel,
        callbacks: NO_CALLBACKS,
        publish(event) {
          publish(event);
          if (event.type === "end") reply = event.turn.reply ?? "";
        },
        signal: new AbortController().signal,
      });
      return reply;
    },
  };
}

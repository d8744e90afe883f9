import { it } from "vitest";
import type { Memory } from "../../src/conversation/memory.ts";
import type { WindowMove } from "../../src/types/history.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome } from "../fixtures/turns.ts";

/** Passes a fresh, empty memory. */
export type WithMemory = (
  work: (memory: Memory) => Promise<void>,
) => Promise<void>;

/** Like `it`, with a fresh memory for each test. */
export function testWith(
  withMemory: WithMemory,
): (claim: string, work: (memory: Memory) => Promise<void>) => void {
  return (claim, work) => {
    it(claim, () => withMemory(work));
  };
}

export function openTurn(memory: Memory, id: string) {
  return memory.openTurn(createMessage({ id }), { limit: 100 });
}

export async function answerTurn(memory: Memory, id: string): Promise<void> {
  await openTurn(memory, id);
  await memory.beginAttempt(id);
  await memory.commitTurn(id, createOutcome());
  await memory.closeTurn(id, { status: "delivered" });
}

export async function messagesOf(memory: Memory) {
  return (await memory.recall()).messages;
}

export async function turnsOf(memory: Memory): Promise<readonly string[]> {
  return (await messagesOf(memory)).map(({ turn }) => turn);
}

/** A move of the window to a turn's first message. */
export async function createMove(
  memory: Memory,
  turn: string,
): Promise<WindowMove> {
  const { messages, version } = await memory.recall();
  const to = messages.find((message) => message.turn === turn)?.sequence;
  if (to === undefined) throw new Error(`${turn} is not in the window.`);
  return { version, to };
}

export async function moveTo(
  memory: Memory,
  turn: string,
  summary?: string,
): Promise<boolean> {
  return memory.moveWindow({
    ...(await createMove(memory, turn)),
    ...(summary !== undefined && { summary }),
  });
}

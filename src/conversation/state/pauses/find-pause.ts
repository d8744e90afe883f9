import type { IncomingMessage } from "../../../types/message.ts";
import type { PauseState } from "../../../types/pause.ts";
import type { MemoryContext } from "../memory-context.ts";
import { mayAnswer, pendingAt, readPause } from "./pauses.ts";

/** What became of the question that the message answers. */
export async function findPause(
  { document, store, now }: MemoryContext,
  message: IncomingMessage,
): Promise<PauseState> {
  const { code = "" } = message.answers ?? {};
  const state = await document.read();
  const pause = await readPause(store, code);
  if (pause?.answered !== undefined)
    return { kind: "answered", answer: pause.answered };
  const isPending = pendingAt(state, now()).some((one) => one.code === code);
  return pause !== undefined && isPending
    ? { kind: "pending", isTheirs: mayAnswer(pause, message) }
    : { kind: "over" };
}

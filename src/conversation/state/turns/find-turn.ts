import type { IncomingMessage } from "../../../types/message.ts";
import type { Turn } from "../../../types/turn.ts";
import type { MemoryContext } from "../memory-context.ts";
import { keys, listUnder } from "../pieces.ts";
import type { ConversationState, OpenTurn } from "../state.ts";

/** Finds a turn; for an id that was merged into another turn, that one. */
export async function findTurn(
  { document, load }: MemoryContext,
  id: string,
): Promise<Turn | undefined> {
  return (await load(await document.read(), id))?.turn;
}

/** The state of `nextTurn`, without its content. Cheap. */
export async function nextOpen({
  document,
}: MemoryContext): Promise<OpenTurn | undefined> {
  return (await document.readNewest()).open[0];
}

/** The oldest turn that is not closed. */
export async function nextTurn({
  document,
  loadOpen,
}: MemoryContext): Promise<Turn | undefined> {
  const state = await document.readNewest();
  const [open] = state.open;
  return open && loadOpen(state, open);
}

/** The turns that have not begun, oldest first. */
export async function waitingTurns({
  document,
  loadOpen,
}: MemoryContext): Promise<readonly Turn[]> {
  const state = await document.read();
  const waiting = state.open.filter(({ status }) => status === "accepted");
  const turns = waiting.map((open) => loadOpen(state, open));
  return (await Promise.all(turns)).filter((turn) => turn !== undefined);
}

/** What the user wrote last: the message as it came, and after each merge. */
export async function readNewest(
  { store, isExpired }: MemoryContext,
  { newest = 0, firstTurn }: ConversationState,
): Promise<readonly IncomingMessage[]> {
  if (newest < firstTurn) return [];
  const stored = await listUnder(store, keys.messages(newest));
  return stored.flatMap(({ value }) =>
    isExpired(value.acceptedAt) ? [] : [value.message],
  );
}

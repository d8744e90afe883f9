import { sumUsage } from "../../conversation/sum-usage.ts";
import type { IncomingMessage } from "../../message.ts";
import type { Turn } from "../../turn.ts";
import type { Ending, StoredTurn } from "./conversation-items.ts";
import type { ConversationStore } from "./conversation-store.ts";
import {
  findOpenTurn,
  isUnanswered,
  type OpenTurn,
  type Root,
  wasBegun,
} from "./root.ts";
import { readStoredTurn } from "./read-stored-turn.ts";
import { readSteps } from "./steps.ts";

/** A turn that was accepted; `undefined` for others, forgotten and expired ones. An id that was merged into another turn stands for that one. */
export async function readTurn(
  store: ConversationStore,
  root: Root,
  id: string,
): Promise<Turn | undefined> {
  const into = root.open.find(({ merged }) => merged?.ids.includes(id));
  if (into !== undefined) return readOpenTurn(store, into);
  const open = findOpenTurn(root, id);
  if (open !== undefined) return readOpenTurn(store, open);
  const stored = await readStoredTurn(store, id);
  if (stored === undefined) return undefined;
  const { mergedInto } = stored.value;
  if (mergedInto !== undefined) return readTurn(store, root, mergedInto);
  const { acceptedAt } = stored.value;
  return stored.turn < root.firstNumber || store.isExpired(acceptedAt)
    ? undefined
    : readClosedTurn(store, id, stored.value);
}

/** A turn that the root has among the open ones; `undefined` for one that has expired. */
export async function readOpenTurn(
  store: ConversationStore,
  open: OpenTurn,
): Promise<Turn | undefined> {
  const { id, number } = open;
  // As it was opened: what it was merged to lies elsewhere.
  const stored = await readStoredTurn(store, id, { number });
  const message = await readMessage(store, open, stored?.value);
  if (stored === undefined || message === undefined) return undefined;
  const ending = isUnanswered(open) ? undefined : await readEnding(store, id);
  const { acceptedAt } = stored.value;
  const isStopped = ending === undefined ? open.isStopped : ending.isStopped;
  const { target } = open;
  return {
    id,
    status: open.status,
    message,
    ...(await readResult(store, id, { ending, hasBegun: wasBegun(open) })),
    attempts: open.attempts,
    acceptedAt,
    ...(open.status === "failed" && {
      failure: ending?.failed?.failure ?? "error",
    }),
    ...(isStopped && { isStopped }),
    ...(target !== undefined && { target }),
  };
}

export async function readEnding(
  { items, progress }: ConversationStore,
  id: string,
): Promise<Ending | undefined> {
  const known = progress.get(id)?.ending;
  if (known !== undefined) return known;
  const ending = await items.endings.get([id], { isConsistent: true });
  return ending?.value;
}

/** Without an ending it was never accepted: its item was written, and nothing more. */
async function readClosedTurn(
  store: ConversationStore,
  id: string,
  { message, acceptedAt }: StoredTurn,
): Promise<Turn | undefined> {
  const ending = message && (await readEnding(store, id));
  if (message === undefined || ending === undefined) return undefined;
  const { status, failed, isStopped, target } = ending;
  return {
    id,
    status: status === "answered" ? "delivered" : status,
    message,
    ...(await readResult(store, id, { ending, hasBegun: true })),
    attempts: 1,
    acceptedAt,
    ...(status === "failed" && { failure: failed?.failure ?? "error" }),
    ...(isStopped && { isStopped }),
    ...(target !== undefined && { target }),
  };
}

async function readMessage(
  { items }: ConversationStore,
  { id, merged }: OpenTurn,
  stored: StoredTurn | undefined,
): Promise<IncomingMessage | undefined> {
  if (merged === undefined) return stored?.message;
  const merge = await items.merges.get([id, String(merged.key)], {
    isConsistent: true,
  });
  return merge?.value;
}

async function readResult(
  store: ConversationStore,
  id: string,
  { ending, hasBegun }: { ending: Ending | undefined; hasBegun: boolean },
): Promise<Pick<Turn, "steps" | "usage" | "reply">> {
  const mayHaveSteps = ending === undefined ? hasBegun : ending.steps > 0;
  const all = mayHaveSteps ? await readSteps(store, id) : [];
  const steps = all.slice(0, ending?.steps);
  const usage = ending?.usage ?? sumUsage(steps.map((step) => step.usage));
  const reply = ending?.reply;
  return { steps, usage, ...(reply !== undefined && { reply }) };
}

import type { Receipt } from "../../channel.ts";
import type { PendingPart } from "../../memory.ts";
import type { Ending, PartState } from "./conversation-items.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { toSortableNumber } from "./keys.ts";
import { requireLease } from "./lease.ts";
import { LeaseLostError } from "./lease-errors.ts";
import { readStoredTurn } from "./read-stored-turn.ts";
import { readEnding } from "./read-turn.ts";
import { findOpenTurn, isUnanswered, withOpenTurn } from "./root.ts";

/** By index. */
export async function readParts(
  { items, progress }: ConversationStore,
  id: string,
) {
  if (progress.get(id)?.hasParts === false) return [];
  const entries = await items.parts.list({ under: [id], isConsistent: true });
  return entries.map(({ value }) => value);
}

/** See `Memory`. */
export async function notePreview(
  store: ConversationStore,
  id: string,
  { index, receipt }: { index: number; receipt: Receipt },
): Promise<void> {
  await putPart(store, id, { index, preview: receipt });
}

/** See `Memory`. */
export async function readPreviews(
  store: ConversationStore,
  id: string,
): Promise<readonly Receipt[]> {
  const { open, firstNumber } = await store.readRoot();
  const isOpen = open.some((turn) => turn.id === id);
  const stored = isOpen ? undefined : await readStoredTurn(store, id);
  const isKept = stored !== undefined && stored.turn >= firstNumber;
  const ending = isKept ? await readEnding(store, id) : undefined;
  if (!isOpen && ending === undefined) return [];
  const parts = await readParts(store, id);
  return parts.flatMap((part) =>
    "preview" in part && standsBehind(ending, part.index) ? [part.preview] : [],
  );
}

/** Once the turn is closed, those count whose parts did not get through. */
function standsBehind(ending: Ending | undefined, index: number): boolean {
  return (
    ending === undefined ||
    ending.isBrokenOff === true ||
    index < ending.parts.length
  );
}

/** See `Memory`. */
export async function readPendingParts(
  store: ConversationStore,
  id: string,
): Promise<readonly PendingPart[]> {
  const turn = findOpenTurn(await store.readRoot(), id);
  if (turn === undefined || isUnanswered(turn)) return [];
  const [ending, states] = await Promise.all([
    readEnding(store, id),
    readParts(store, id),
  ]);
  const pending = new Map<number, PendingPart>();
  for (const [index, part] of (ending?.parts ?? []).entries()) {
    const file = ending?.files?.includes(index)
      ? await store.items.files.get([id, toSortableNumber(index)], {
          isConsistent: true,
        })
      : undefined;
    const whole = file === undefined ? part : { ...part, file: file.value };
    pending.set(index, { kind: "send", index, part: whole });
  }
  for (const state of states) {
    const { index } = state;
    const found = pending.get(index);
    if ("sent" in state) pending.delete(index);
    else if (found?.kind === "send")
      pending.set(index, { ...found, kind: "edit", preview: state.preview });
    else pending.set(index, { kind: "remove", index, preview: state.preview });
  }
  return [...pending.values()].toSorted((a, b) => a.index - b.index);
}

/** See `Memory`. The attempts are counted anew; mostly there was one. */
export async function noteSent(
  store: ConversationStore,
  id: string,
  { index, receipt }: { index: number; receipt: Receipt },
): Promise<void> {
  await putPart(store, id, { index, sent: receipt });
  const turn = findOpenTurn(await store.readRoot(), id);
  const ending = await readEnding(store, id);
  if (ending?.files?.includes(index))
    await store.items.files.delete([id, toSortableNumber(index)]);
  if (turn === undefined || turn.attempts === 1) return;
  await store.change(
    (root) => {
      const current = findOpenTurn(root, id);
      if (current === undefined) return { result: undefined };
      const changed = { ...current, attempts: 1 };
      return { root: withOpenTurn(root, changed), result: undefined };
    },
    { isWork: true },
  );
}

/** The preview was taken back; see `Memory`. What a worker shows that has taken the conversation over stays. */
export async function removePreview(
  store: ConversationStore,
  id: string,
  index: number,
): Promise<void> {
  const { epoch } = await requireLease(store);
  await store.items.parts.delete([id, toSortableNumber(index)], { epoch });
}

/** For a turn that is opened again. Previews stay whose parts did not get through, and receipts where those parts still count. */
export async function tidyParts(
  store: ConversationStore,
  id: string,
  { ending, keepsSent }: { ending: Ending; keepsSent: boolean },
): Promise<void> {
  for (const state of await readParts(store, id)) {
    const isKept =
      "sent" in state ? keepsSent : standsBehind(ending, state.index);
    if (!isKept) await removePreview(store, id, state.index);
  }
}

/** Nothing for a closed turn. */
async function putPart(
  store: ConversationStore,
  id: string,
  state: { readonly index: number } & PartState,
): Promise<void> {
  const { items, progress } = store;
  const root = await requireLease(store);
  const turn = findOpenTurn(root, id);
  if (turn === undefined) return;
  const known = progress.get(id);
  if (known !== undefined) progress.set(id, { ...known, hasParts: true });
  const isPut = await items.parts.put(
    [id, toSortableNumber(state.index)],
    state,
    { turn: turn.number, epoch: root.epoch },
  );
  if (!isPut) throw new LeaseLostError();
}

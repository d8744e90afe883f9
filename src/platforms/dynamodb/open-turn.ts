import { sumUsage } from "../../conversation/sum-usage.ts";
import type { IncomingMessage } from "../../message.ts";
import type { Opening } from "../../memory.ts";
import type { Memory } from "../../conversation/memory.ts";
import type { Turn } from "../../turn.ts";
import type { ConversationStore, Decision } from "./conversation-store.ts";
import { findEditedTurn, rememberAddress } from "./edits.ts";
import { hashText } from "./hash-text.ts";
import { ConversationBusyError } from "./lease-errors.ts";
import { readStoredTurn } from "./read-stored-turn.ts";
import { readTurn } from "./read-turn.ts";
import {
  findOpenTurn,
  type OpenTurn,
  type Root,
  withOpenTurn,
} from "./root.ts";
import { findCurrent } from "./stop-turn.ts";

interface Arrival {
  readonly message: IncomingMessage;
  readonly acceptedAt: number;
  readonly limit: number;
  readonly isStop: boolean;
}

/** `opened`: if the root that says so is swapped in. */
type Admission =
  | {
      readonly kind: "opened";
      readonly message: IncomingMessage;
      readonly turn: OpenTurn;
      readonly root: Root;
    }
  | { readonly kind: "refused"; readonly decision: Decision<Opening> };

/**
 * Stores a message as a turn; see `Memory`. Its own item comes first, and is what recognises it when it comes again; it is
 * accepted once the root knows of it. Where the process dies between the two, the same message is accepted when it comes
 * again.
 */
export function openTurn(
  store: ConversationStore,
  message: IncomingMessage,
  { limit, isStop = false }: Parameters<Memory["openTurn"]>[1],
): Promise<Opening> {
  const arrival = { message, acceptedAt: store.now(), limit, isStop };
  let isOurs = false;
  let lastPut = 0;
  return store.change<Opening>(async (root, { isNewest }) => {
    const admission = await admit(store, root, arrival);
    const isOpen = findOpenTurn(root, message.id) !== undefined;
    if (isOpen || (!isOurs && admission.kind === "refused")) {
      const known = await recognise(store, root, message.id);
      if (known !== undefined) return { result: known };
    }
    // Another process with the same message has used what this one has put, and its turn may have ended since.
    const turn = isOurs ? await readTurn(store, root, message.id) : undefined;
    if (turn !== undefined) return { result: { kind: "known", turn } };
    if (admission.kind === "refused") {
      // There was room by an older root. Nothing may stay of it: whoever forgets the rest would forget it, too.
      if (isOurs && admission.decision.result.kind === "full")
        await store.items.turns.delete([message.id], { ofTurn: lastPut });
      return admission.decision;
    }

    const put = (options: { isRaise?: true }) => {
      lastPut = admission.turn.number;
      return putTurn(store, admission, { arrival, ...options });
    };
    const wasPut = isOurs && lastPut === admission.turn.number;
    if (!isOurs) {
      isOurs = await put({});
      if (!isOurs && !isNewest) return { result: { kind: "outdated" } };
      if (!isOurs) {
        const known = await recognise(store, root, message.id);
        if (known !== undefined) return { result: known };
        isOurs = await put({ isRaise: true });
      }
    } else if (!wasPut) isOurs = await put({ isRaise: true });
    const { message: ours, turn: opened } = admission;
    const stored = isOurs
      ? { message: ours, acceptedAt: arrival.acceptedAt }
      : await readOthers(store, message.id);
    return { root: admission.root, result: toOpened(opened, stored) };
  });
}

/**
 * What another process has put with the same id for the same place, or before it died. It is what is opened, whoever of them swaps the
 * root in, though the texts may differ.
 */
async function readOthers(
  store: ConversationStore,
  id: string,
): Promise<Pick<Turn, "message" | "acceptedAt">> {
  const stored = await readStoredTurn(store, id);
  const message = stored?.value.message;
  // Taken back, since it found no room.
  if (stored === undefined || message === undefined)
    throw new ConversationBusyError({ retryAfterMs: 0 });
  return { message, acceptedAt: stored.value.acceptedAt };
}

/** What is known of a message that came before; `undefined` where it was never accepted. Wants the newest root. */
async function recognise(
  store: ConversationStore,
  root: Root,
  id: string,
): Promise<Opening | undefined> {
  const stored = await readStoredTurn(store, id);
  if (stored === undefined) return undefined;
  const turn = await readTurn(store, root, id);
  if (turn !== undefined) return { kind: "known", turn };
  const { message, acceptedAt } = stored.value;
  const isForgotten =
    stored.turn < root.firstNumber ||
    message === undefined ||
    store.isExpired(acceptedAt);
  return isForgotten ? { kind: "forgotten" } : undefined;
}

async function admit(
  store: ConversationStore,
  root: Root,
  { message, limit, isStop }: Arrival,
): Promise<Admission> {
  const outdated: Admission = {
    kind: "refused",
    decision: { result: { kind: "outdated" } },
  };
  const album = hashAlbum(message);
  if (message.isAside && !albumWaits(root, album)) return outdated;
  const edited = message.isEdit
    ? await findEditedTurn(store, root, message)
    : undefined;
  if (edited?.kind === "outdated") return outdated;
  if (root.open.length >= limit) {
    const isFirst = root.isFull === undefined;
    const result = { kind: "full", limit, isFirst } as const;
    const decision = isFirst
      ? { root: { ...root, isFull: true as const }, result }
      : { result };
    return { kind: "refused", decision };
  }
  const current = isStop ? findCurrent(root) : undefined;
  const turn: OpenTurn = {
    id: message.id,
    number: root.lastNumber + 1,
    status: "accepted",
    attempts: 0,
    ...(message.command !== undefined && { isCommand: true }),
    ...(message.isAside && { isAside: true }),
    ...(album !== undefined && { album }),
    ...(current !== undefined && { target: current.id }),
    ...(edited?.kind === "found" && { supersedes: edited.id }),
  };
  return {
    kind: "opened",
    message: edited?.kind === "unknown" ? asNew(message) : message,
    turn,
    root: addTurn(root, turn, { message, limit, current }),
  };
}

function addTurn(
  root: Root,
  turn: OpenTurn,
  {
    message,
    limit,
    current,
  }: { message: IncomingMessage; limit: number; current: OpenTurn | undefined },
): Root {
  const { isFull, ...rest } =
    current === undefined
      ? root
      : withOpenTurn(root, { ...current, isStopped: true });
  return {
    ...withOpenTurn(rest, turn),
    lastNumber: turn.number,
    newest: { id: turn.id, number: turn.number },
    turns: root.turns + 1,
    addresses: rememberAddress(root, message),
    ...(isFull && root.open.length >= limit / 2 && { isFull }),
  };
}

function putTurn(
  { items }: ConversationStore,
  { message, turn: { number } }: { message: IncomingMessage; turn: OpenTurn },
  { arrival: { acceptedAt }, isRaise }: { arrival: Arrival; isRaise?: true },
): Promise<boolean> {
  return items.turns.put(
    [message.id],
    { message, acceptedAt },
    {
      turn: number,
      count: 1,
      ...(isRaise && { isRaise }),
    },
  );
}

function toOpened(
  { id, target }: OpenTurn,
  { message, acceptedAt }: Pick<Turn, "message" | "acceptedAt">,
): Opening {
  return {
    kind: "opened",
    turn: {
      id,
      status: "accepted",
      message,
      steps: [],
      usage: sumUsage([]),
      attempts: 0,
      acceptedAt,
      ...(target !== undefined && { target }),
    },
  };
}

/** There is nothing that it takes the place of. */
function asNew(edit: IncomingMessage): IncomingMessage {
  const { isEdit: _, ...message } = edit;
  return message;
}

function hashAlbum({ album, author }: IncomingMessage): string | undefined {
  return album === undefined
    ? undefined
    : hashText(JSON.stringify([album, author.id]));
}

/** Once the turn of an album has begun, nothing more becomes a part of it. */
function albumWaits({ open }: Root, album: string | undefined): boolean {
  return open.some(
    (turn) =>
      turn.status === "accepted" && album !== undefined && turn.album === album,
  );
}

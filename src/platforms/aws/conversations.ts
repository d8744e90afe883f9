import { createHash } from "node:crypto";
import { createMemory, type Memory } from "../../conversation/memory.ts";
import {
  EMPTY_STATE,
  findOpen,
  type ConversationState,
} from "../../conversation/state/state.ts";
import {
  createDynamoDueIndex,
  type DueIndex,
} from "../../stores/dynamodb/dynamo-due-index.ts";
import { createDynamoStore } from "../../stores/dynamodb/dynamo-store.ts";
import type { DynamoTable } from "../../stores/dynamodb/table.ts";
import type { EventType } from "../../types/event.ts";
import type { Piece, Store } from "../../types/store.ts";
import { createLiveState, type LiveState } from "./live-state.ts";

/** A turn's status in the conversation's state. */
export interface PolledTurn {
  /** Opaque; changes when the turn makes progress. */
  readonly state: string;
  /** Stopped, or taken over by a person. */
  readonly isStopped: boolean;
  readonly isForgotten: boolean;
}

/** Access to the conversations of a table. */
export interface Conversations {
  /** Returns a new view each time; views do not share begun attempts. */
  memoryOf(conversation: string): Memory;
  liveStateOf(conversation: string): LiveState;
  /** When to wake which of them. */
  readonly due: DueIndex;
  /**
   * Returns a function that polls an open turn that other processes work on, at
   * half a read unit per call. Reads are eventually consistent, so it may miss
   * the caller's own recent writes.
   */
  turnPollerOf(conversation: string, turn: string): () => Promise<PolledTurn>;
}

const DAY_MS = 86_400_000;
/**
 * How much longer a piece is kept than its turn, so that the turn's id stays
 * known and an open turn can resume.
 */
const MORE_MS = 2 * DAY_MS;

/**
 * @param leaseMs time after which a lease expires that its worker does not
 * renew
 */
export function createConversations({
  table,
  leaseMs,
  retentionMs,
  keepsPages,
  isIndexed = false,
  eventTypes = [],
  now = Date.now,
}: {
  table: DynamoTable;
  leaseMs: number;
  retentionMs: number;
  keepsPages: boolean;
  isIndexed?: boolean;
  eventTypes?: readonly EventType[];
  now?: () => number;
}): Conversations {
  const storeOf = (conversation: string): Store<ConversationState> => {
    const pk = toPartitionKey("conversation", conversation);
    const store = createDynamoStore<ConversationState>({ table, pk });
    if (retentionMs === 0) return store;
    const expiresAt = () => now() + retentionMs + MORE_MS;
    const expiring = (pieces: readonly Piece[] = []): readonly Piece[] =>
      pieces.map((piece) => ({ ...piece, expiresAt: expiresAt() }));
    return {
      ...store,
      put: (pieces) => store.put(expiring(pieces)),
      // The state outlives its pieces: a conversation that begins again must
      // not find old ones.
      commit: ({ put, ...change }) =>
        store.commit({
          ...change,
          put: expiring(put),
          expiresAt: expiresAt() + DAY_MS,
        }),
    };
  };
  const due = createDynamoDueIndex({ table });
  return {
    due,
    memoryOf: (conversation) =>
      createMemory({
        store: storeOf(conversation),
        leaseMs,
        retentionMs,
        keepsPages,
        isIndexed,
        eventTypes,
        wakeBy: (at) => due.put({ conversation, at }),
        forgetWake: (at) => due.remove({ conversation, at }),
        now,
      }),
    liveStateOf: (conversation) =>
      createLiveState({ table, pk: toPartitionKey("live", conversation) }),
    turnPollerOf: (conversation, turn) =>
      createTurnPoller(storeOf(conversation), turn),
  };
}

/**
 * Hashes the conversation's name, which may be e.g. a phone number: keys with
 * message ids are kept after a conversation is forgotten.
 */
export function toPartitionKey(kind: string, conversation: string): string {
  const hash = createHash("sha256").update(conversation).digest("base64url");
  return `${kind}#${hash}`;
}

function createTurnPoller(
  store: Store<ConversationState>,
  id: string,
): () => Promise<PolledTurn> {
  let number: number | undefined;
  return async () => {
    const { state = EMPTY_STATE } = await store.read({ mayBeStale: true });
    const open = findOpen(state, id);
    number = open?.number ?? number;
    return {
      state: open === undefined ? "closed" : `${open.status} ${open.attempts}`,
      isStopped: open?.isStopped === true || open?.isTaken === true,
      isForgotten: number !== undefined && number < state.firstTurn,
    };
  };
}

import { createHash } from "node:crypto";
import { createMemory, type Memory } from "../../conversation/memory.ts";
import {
  type ConversationState,
  EMPTY_STATE,
  findOpen,
} from "../../conversation/state/state.ts";
import type { Store } from "../../store.ts";
import { createDynamoStore } from "../../stores/dynamodb/dynamo-store.ts";
import type { DynamoTable } from "../../stores/dynamodb/table.ts";
import { createLiveState, type LiveState } from "./live-state.ts";

/** What the conversation's state says of a turn. */
export interface PolledTurn {
  /** Another text: something has become of the turn. */
  readonly state: string;
  readonly isStopped: boolean;
  readonly isForgotten: boolean;
}

/** The conversations of a table, as one process sees them. */
export interface Conversations {
  /** A view of its own each time: what one caller has begun, another one has not. */
  memoryOf(conversation: string): Memory;
  liveStateOf(conversation: string): LiveState;
  /**
   * Looks at an open turn of a conversation that others work with: half a read unit a look. Not for what the caller itself writes at the
   * same time: it may see that late.
   */
  turnPollerOf(conversation: string, turn: string): () => Promise<PolledTurn>;
}

const DAY_SECONDS = 86_400;
/** How much longer than its turn is shown a piece stays in the table, so that the turn's id stays known and one that is open resumes. */
const MORE_DAYS = 2;

/** @param leaseMs how long a worker that says nothing keeps a conversation */
export function createConversations({
  table,
  leaseMs,
  retentionDays,
  keepsPages,
  now = Date.now,
}: {
  table: DynamoTable;
  leaseMs: number;
  retentionDays: number;
  keepsPages: boolean;
  now?: () => number;
}): Conversations {
  const expires = (kind: "state" | "piece"): number | undefined => {
    if (retentionDays === 0) return undefined;
    // The state outlives its pieces: none that is left may belong to one that begins again.
    const days = retentionDays + MORE_DAYS + (kind === "state" ? 1 : 0);
    return Math.floor(now() / 1000) + days * DAY_SECONDS;
  };
  const storeOf = (conversation: string): Store<ConversationState> =>
    createDynamoStore({
      table,
      pk: toPartitionKey("conversation", conversation),
      expires,
    });
  return {
    memoryOf: (conversation) =>
      createMemory({
        store: storeOf(conversation),
        leaseMs,
        retentionDays,
        keepsPages,
        now,
      }),
    liveStateOf: (conversation) =>
      createLiveState({ table, pk: toPartitionKey("live", conversation) }),
    turnPollerOf: (conversation, turn) =>
      createTurnPoller(storeOf(conversation), turn),
  };
}

/** Ids of messages stay known once a conversation is forgotten; its name, which may be a person's number, does not. */
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
      isStopped: open?.isStopped === true,
      isForgotten: number !== undefined && number < state.firstTurn,
    };
  };
}

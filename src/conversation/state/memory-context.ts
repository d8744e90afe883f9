import type { EventType } from "../../types/event.ts";
import type { Store } from "../../types/store.ts";
import type { Turn } from "../../types/turn.ts";
import { openDocument, type ConversationDocument } from "./document.ts";
import { findOpen, type ConversationState, type OpenTurn } from "./state.ts";
import {
  loadKnown,
  loadTurn,
  recognise,
  type LoadedTurn,
  type Recognition,
} from "./turns/load-turn.ts";

const DAY_MS = 86_400_000;

/** How long ids of messages stay known at least; `Infinity`: forever. */
export function idsKnownMs(retentionMs: number): number {
  return retentionMs === 0 ? Infinity : retentionMs + DAY_MS;
}

export interface MemoryOptions {
  readonly store: Store<ConversationState>;
  /**
   * Lease duration of a worker in milliseconds; 0 if the conversation has a
   * single owner.
   */
  readonly leaseMs?: number;
  /** Turns older than this expire, unless they are open; 0: never. */
  readonly retentionMs?: number;
  /** Whether to store a piece per shown page, for `wasShown`. */
  readonly keepsPages?: boolean;
  /** Whether to note which turns the index has not seen. */
  readonly isIndexed?: boolean;
  /** The events that somebody is told of; others are not stored. */
  readonly eventTypes?: readonly EventType[];
  /**
   * Has the conversation's due schedules opened and its events told at `at`, in
   * milliseconds since the epoch, and may do so more often. Durable when it
   * returns.
   */
  readonly wakeBy?: (at: number) => Promise<void>;
  /** The schedules are forgotten that `wakeBy` was called for with that time. */
  readonly forgetWake?: (at: number) => Promise<void>;
  readonly now?: () => number;
}

/** One conversation, for the functions that read and change it. */
export interface MemoryContext extends Required<MemoryOptions> {
  readonly document: ConversationDocument;
  /** Whether something of that time has expired; open turns never do. */
  readonly isExpired: (at: number) => boolean;
  readonly find: (state: ConversationState, id: string) => Promise<Recognition>;
  /** A known turn that has expired counts as forgotten. */
  readonly unlessExpired: (
    state: ConversationState,
    known: Recognition,
  ) => Recognition;
  readonly load: (
    state: ConversationState,
    id: string,
  ) => Promise<LoadedTurn | undefined>;
  /**
   * Cached until the turn's first run: before that, it changes only with its
   * state.
   */
  readonly loadOpen: (
    state: ConversationState,
    open: OpenTurn,
  ) => Promise<Turn | undefined>;
}

export function createContext(given: MemoryOptions): MemoryContext {
  const options: Required<MemoryOptions> = {
    leaseMs: 0,
    retentionMs: 0,
    keepsPages: true,
    isIndexed: false,
    eventTypes: [],
    wakeBy: async () => {},
    forgetWake: async () => {},
    now: Date.now,
    ...given,
  };
  const { store, retentionMs, now } = options;

  const isExpired = (at: number): boolean =>
    retentionMs > 0 && at + retentionMs <= now();

  const loaded = new WeakMap<OpenTurn, LoadedTurn | undefined>();

  const unlessExpired: MemoryContext["unlessExpired"] = (state, known) => {
    const isGone =
      known.kind === "known" &&
      isExpired(known.state.acceptedAt) &&
      findOpen(state, known.id) === undefined;
    return isGone ? { kind: "forgotten" } : known;
  };

  const find: MemoryContext["find"] = async (state, id) =>
    unlessExpired(state, await recognise(store, state, id));

  return {
    ...options,
    document: openDocument(options),
    isExpired,
    find,
    unlessExpired,
    load: async (state, id) => loadKnown(store, state, await find(state, id)),
    loadOpen: async (state, open) => {
      // Later, steps are stored without a change of the state.
      const known = open.runs.length === 0 ? loaded.get(open) : undefined;
      const found =
        known ?? (await loadTurn(store, state, { id: open.id, state: open }));
      loaded.set(open, found);
      return found?.turn;
    },
  };
}

import { keysUnder, type Piece, type Store } from "../../store.ts";
import type { Turn, TurnStep, Usage } from "../../turn.ts";
import { sumUsage } from "../sum-usage.ts";
import {
  type HistoryEntry,
  keys,
  type KnownId,
  type Pieces,
} from "./pieces.ts";
import { type ConversationState, findOpen, type TurnState } from "./state.ts";

type ConversationStore = Pick<Store<ConversationState>, "list">;

/** A turn's state and what was said in it. */
export interface LoadedTurn {
  readonly state: TurnState;
  readonly turn: Turn;
}

/** What is known of an id. `known`: it is open, or closed; or was merged into a turn that is. */
export type Recognition =
  | { readonly kind: "known"; readonly id: string; readonly state: TurnState }
  | { readonly kind: "forgotten" }
  | { readonly kind: "unknown" };

/** @param hash of the id */
export async function recognise(
  store: ConversationStore,
  state: ConversationState,
  { id, hash }: { id: string; hash: string },
): Promise<Recognition> {
  const open = findOpen(state, id);
  if (open !== undefined) return { kind: "known", id, state: open };
  const known = await get<KnownId>(store, keys.id(hash));
  if (known === undefined) return { kind: "unknown" };
  if ("forgotten" in known) return { kind: "forgotten" };
  if ("turn" in known)
    return known.turn.number < state.firstTurn
      ? { kind: "forgotten" }
      : { kind: "known", id, state: known.turn };
  return findByNumber(store, state, known.mergedInto);
}

/** The turn with that number. */
export async function findByNumber(
  store: ConversationStore,
  state: ConversationState,
  number: number,
): Promise<Recognition> {
  if (number < state.firstTurn) return { kind: "forgotten" };
  const open = state.open.find((turn) => turn.number === number);
  if (open !== undefined) return { kind: "known", id: open.id, state: open };
  const [first] = await list<Pieces["message"]>(
    store,
    `${keys.turn(number)}message/`,
    1,
  );
  if (first === undefined) return { kind: "unknown" };
  const { id, hash } = first.value;
  const known = await get<KnownId>(store, keys.id(hash));
  return known !== undefined && "turn" in known
    ? { kind: "known", id, state: known.turn }
    : { kind: "unknown" };
}

/** All of a turn; `undefined` where its message is gone. */
export async function loadTurn(
  store: ConversationStore,
  conversation: ConversationState,
  { id, state }: { id: string; state: TurnState },
): Promise<LoadedTurn | undefined> {
  const pieces = await store.list(keysUnder(keys.turn(state.number)));
  const find = <Value>(key: string): Value | undefined =>
    pieces.find((piece) => piece.key === key)?.value as Value | undefined;
  const message = find<Pieces["message"]>(keys.message(state))?.message;
  if (message === undefined) return undefined;
  const { status, failure, ...counted } = find(keys.superseded(state.number))
    ? withoutFailure(state)
    : state;
  const steps = assembleSteps(state, pieces);
  const { ending } = state;
  const target = await findTarget(store, conversation, state);
  return {
    state: { ...counted, status, ...(failure !== undefined && { failure }) },
    turn: {
      id,
      status,
      message,
      steps,
      ...(!isOpenEnded(state) && {
        reply: await findReply(store, state, find),
      }),
      usage:
        ending === undefined
          ? sumUsage(steps.map(({ usage }) => usage))
          : sumUsage([ending.usage, ...usagesIn(pieces)]),
      attempts: state.attempts,
      acceptedAt: state.acceptedAt,
      ...(failure !== undefined && { failure: failure.reason }),
      ...(state.isStopped && { isStopped: true }),
      ...(target !== undefined && { target }),
    },
  };
}

/** It has no reply yet. One that was closed with those that its user has left has none either, and an empty one counts as that. */
function isOpenEnded({ status }: TurnState): boolean {
  return status === "accepted" || status === "thinking";
}

async function findReply(
  store: ConversationStore,
  { number, ending }: TurnState,
  find: <Value>(key: string) => Value | undefined,
): Promise<string> {
  if (ending === undefined) return "";
  const { entry, epoch } = ending;
  if (entry === undefined) return find<string>(keys.reply(number, epoch)) ?? "";
  const stored = await get<HistoryEntry>(store, keys.entry(entry));
  return stored?.reply ?? stored?.texts[1] ?? "";
}

async function findTarget(
  store: ConversationStore,
  conversation: ConversationState,
  { target }: TurnState,
): Promise<string | undefined> {
  if (target === undefined) return undefined;
  const found = await findByNumber(store, conversation, target);
  return found.kind === "known" ? found.id : undefined;
}

/** As if an edit had not found it failed. */
function withoutFailure({ failure: _, ...state }: TurnState): TurnState {
  return { ...state, status: "delivered" };
}

/**
 * The steps of all runs, in order, up to the first one that is missing. What a run has written from the index on at which the next one
 * began came too late: that one did not know of it.
 */
export function assembleSteps(
  { runs, ending }: Pick<TurnState, "runs" | "ending">,
  pieces: readonly Piece[],
): readonly TurnStep[] {
  const steps: TurnStep[] = [];
  for (const [place, { epoch }] of runs.entries()) {
    const end = runs[place + 1]?.from ?? ending?.steps ?? Infinity;
    const own = pieces.filter(({ key }) => epochOf(key) === epoch);
    for (const { key, value } of own)
      if (key.includes("/decided/")) {
        const { from, steps: decided } = value as Pieces["decided"];
        for (const [index, step] of decided.entries())
          if (from + index < end) steps[from + index] = step;
      }
    for (const { key, value } of own)
      if (key.includes("/done/")) {
        const { index, step } = value as Pieces["done"];
        if (index < end && steps[index] !== undefined) steps[index] = step;
      }
  }
  const gap = steps.findIndex((step) => step === undefined);
  return gap === -1 ? steps : steps.slice(0, gap);
}

function usagesIn(pieces: readonly Piece[]): Usage[] {
  return pieces.flatMap(({ key, value }) =>
    key.includes("/usage/") ? [value as Usage] : [],
  );
}

/** `turn/<number>/run/<epoch>/…` */
function epochOf(key: string): number {
  const [, , kind, epoch] = key.split("/");
  return kind === "run" ? Number(epoch) : 0;
}

/** What this program has written itself needs no second look. */
export async function get<Value>(
  store: ConversationStore,
  key: string,
): Promise<Value | undefined> {
  const [piece] = await store.list({ from: key, to: key, limit: 1 });
  return piece?.value as Value | undefined;
}

export async function list<Value>(
  store: ConversationStore,
  prefix: string,
  limit?: number,
): Promise<readonly Piece<Value>[]> {
  const range = keysUnder(prefix);
  const pieces = await store.list({
    ...range,
    ...(limit !== undefined && { limit }),
  });
  return pieces as readonly Piece<Value>[];
}

import {
  MAX_LINKED,
  type ConversationLink,
  type LinkChange,
  type LinkStanding,
} from "../../../types/link.ts";
import { eraseOldVersions } from "../forgetting/erase.ts";
import { readMessages } from "../history/read-record.ts";
import type { MemoryContext } from "../memory-context.ts";
import { keys, toPiece } from "../pieces.ts";
import { scheduleTime, withSchedules } from "../schedules/schedules.ts";
import type { ConversationState, Decision } from "../state.ts";
import { isLeftToTeam, ownerAt, wantedIn } from "./owner.ts";

const DAY_MS = 86_400_000;

/** How long platforms deliver a message again. */
const REDELIVERY_MS = DAY_MS;

/** Where a message belongs that this conversation does not know. */
export interface Elsewhere {
  readonly kind: "elsewhere";
  readonly home: string;
  /**
   * It is there only if it came while that was the home; otherwise it belongs
   * here.
   */
  readonly isFormer?: true;
}

/**
 * Where a new message belongs; `undefined`: here. What was open when the
 * conversation moved, and what comes before that has ended, is answered here,
 * in order.
 * @param isAsked the former home does not have it
 */
export function findElsewhere(
  state: ConversationState,
  {
    isAsked,
    now,
    retentionMs,
  }: Pick<MemoryContext, "now" | "retentionMs"> & { isAsked: boolean },
): Decision<Elsewhere> | undefined {
  const { link: { left, home } = {}, open, lastAcceptedAt } = state;
  const kind = "elsewhere";
  if (left !== undefined && now() < left.until && !isAsked)
    return { result: { kind, home: left.home, isFormer: true } };
  if (home === undefined || open.length > 0) return undefined;
  // Where items expire, the state must not.
  const isOld = retentionMs > 0 && now() - lastAcceptedAt > DAY_MS;
  return {
    ...(isOld && { state: { ...state, lastAcceptedAt: now() } }),
    result: { kind, home },
  };
}

export async function findLink(context: MemoryContext): Promise<LinkStanding> {
  const { document, now } = context;
  const state = await document.readNewest();
  const [newest] = await readMessages(context, state, { newest: 1 });
  return {
    ...state.link,
    newestAt: newest?.at ?? 0,
    hasOpenTurns: state.open.length > 0,
    isTaken: isTaken(state, now()),
    isLeft: isLeftToTeam(state, now()),
  };
}

/**
 * Makes a step of linking or parting, unless it was made or must not be.
 * Returns how the conversation is linked then.
 */
export async function changeLink(
  context: MemoryContext,
  change: LinkChange,
): Promise<ConversationLink> {
  const { document, store, wakeBy, now } = context;
  const link = await document.change<ConversationLink>(async (state) => {
    const { state: after, put = [] } = decideLink(state, change, now());
    const at = scheduleTime(context, after?.schedules);
    if (change.kind === "leave" && at !== undefined) await wakeBy(at);
    const result = (after ?? state).link ?? {};
    return after === undefined ? { result } : { state: after, put, result };
  });
  await eraseOldVersions(store, await document.read());
  return link;
}

/** A person has the conversation, or is asked for. */
function isTaken(state: ConversationState, now: number): boolean {
  return ownerAt(state, now) !== undefined || wantedIn(state) !== undefined;
}

/** Pure. */
export function decideLink(
  state: ConversationState,
  change: LinkChange,
  now: number,
): Omit<Decision<void>, "result"> {
  const { link = {} } = state;
  const { home, members = [] } = link;
  const withLink = (next: ConversationLink) => ({
    state: { ...state, link: next },
  });
  switch (change.kind) {
    case "take-in": {
      const { member } = change;
      const isIn = members.some(({ name }) => name === member.name);
      const isFull = members.length >= MAX_LINKED;
      if (home !== undefined || isIn || isFull) return {};
      return withLink({ ...link, members: [...members, member] });
    }
    case "move": {
      const mayMove = home === undefined && members.length === 0;
      if (!mayMove || isTaken(state, now)) return {};
      return withLink({ ...link, home: change.to });
    }
    case "leave":
      return home === change.home ? leave(state, change, now) : {};
    case "release": {
      const { members: _, ...rest } = link;
      const others = members.filter(({ name }) => name !== change.name);
      if (others.length === members.length) return {};
      return withLink({
        ...rest,
        ...(others.length > 0 && { members: others }),
      });
    }
    case "merge":
      return merge(state, change);
  }
}

/** The conversation starts over; what it said before stays shown. */
function leave(
  state: ConversationState,
  { home, schedules }: Extract<LinkChange, { kind: "leave" }>,
  now: number,
): Omit<Decision<void>, "result"> {
  const { link: _, ...rest } = state;
  const left = { home, until: now + REDELIVERY_MS };
  const { window, lastMessage } = state;
  const after: ConversationState = {
    ...rest,
    link: { left },
    window: {
      start: lastMessage + 1,
      version: window.version + 1,
      isAnnounced: true,
    },
    hidden: [],
  };
  return withSchedules(after, { schedules, missed: [] }, now);
}

function merge(
  state: ConversationState,
  {
    name,
    version,
    summary,
    summaryFrom,
    newestAt,
  }: Extract<LinkChange, { kind: "merge" }>,
): Omit<Decision<void>, "result"> {
  const { window, link = {} } = state;
  const { members = [] } = link;
  const known = members.find((member) => member.name === name);
  if (known?.isUnmerged === undefined || window.version !== version) return {};
  const { isUnmerged: _, ...merged } = known;
  const after: ConversationState = {
    ...state,
    link: {
      ...link,
      members: members.map((member) => (member === known ? merged : member)),
    },
  };
  if (summary === undefined) return { state: after };
  const next = version + 1;
  const { summary: __, summaryFrom: ___, coveredAt, ...shown } = window;
  const before = window.summary === undefined ? 0 : (coveredAt ?? Infinity);
  const covered = Math.max(before, newestAt);
  return {
    state: {
      ...after,
      window: {
        ...shown,
        version: next,
        summary: next,
        ...(summaryFrom && { summaryFrom }),
        ...(covered < Infinity && { coveredAt: covered }),
      },
    },
    put: [toPiece(keys.summary(next), summary)],
  };
}

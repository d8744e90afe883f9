import { eraseForgotten, hasForgotten } from "./state/forgetting/erase.ts";
import { expire } from "./state/forgetting/expire.ts";
import { forget } from "./state/forgetting/forget.ts";
import { chooseVersion } from "./state/history/branch.ts";
import { moveWindow } from "./state/history/move-window.ts";
import { editNote, recallNotes } from "./state/history/notes.ts";
import { readRecord } from "./state/history/read-record.ts";
import { measureHistory, recall } from "./state/history/recall.ts";
import {
  createContext,
  type MemoryContext,
  type MemoryOptions,
} from "./state/memory-context.ts";
import { findCard, findQuoted } from "./state/parts/find-quoted.ts";
import {
  listPreviews,
  noteGivenUp,
  notePreview,
  noteRemoved,
  noteSent,
  pendingParts,
} from "./state/parts/note-parts.ts";
import { findPause } from "./state/pauses/claim.ts";
import { resumePause } from "./state/pauses/resume-pause.ts";
import {
  confirmUntaken,
  findOwner,
  handBack,
  isForTeam,
  isWanted,
  takeOver,
} from "./state/people/hand-over.ts";
import { changeLink, findLink } from "./state/people/link.ts";
import { openEcho, openReply } from "./state/people/open-reply.ts";
import { findEvent, noteTold, owedEvents } from "./state/reports/events.ts";
import { noteListed, unlistedTurns } from "./state/reports/unlisted-turns.ts";
import { findMissed, nextDue, openDue } from "./state/schedules/open-due.ts";
import {
  adoptSchedules,
  cancelSchedule,
  changeSchedule,
  listSchedules,
  schedule,
} from "./state/schedules/schedules.ts";
import { changeSettings } from "./state/settings.ts";
import { beginAttempt } from "./state/turns/begin-attempt.ts";
import { closeTurn } from "./state/turns/close-turn.ts";
import { commitTurn } from "./state/turns/commit-turn.ts";
import { fetchAttachment } from "./state/turns/files.ts";
import {
  findTurn,
  nextOpen,
  nextTurn,
  waitingTurns,
} from "./state/turns/find-turn.ts";
import {
  addUsage,
  rateTurn,
  stopTurn,
  takeNotice,
} from "./state/turns/mark-turn.ts";
import { mergeTurns } from "./state/turns/merge-turns.ts";
import { openTurn } from "./state/turns/open-turn.ts";
import { reopenLastFailed, reopenTurn } from "./state/turns/reopen-turn.ts";
import {
  findTranscript,
  keepTranscript,
  saveSteps,
  wasShown,
} from "./state/turns/save-work.ts";

/** In the order of a turn's life. Each says what it promises, in its file. */
const VERBS = {
  openTurn,
  stopTurn,
  takeOver,
  openReply,
  openEcho,
  handBack,
  findOwner,
  isForTeam,
  isWanted,
  findTurn,
  nextOpen,
  nextTurn,
  waitingTurns,
  beginAttempt,
  mergeTurns,
  takeNotice,
  fetchAttachment,
  findQuoted,
  findTranscript,
  keepTranscript,
  recall,
  moveWindow,
  recallNotes,
  editNote,
  saveSteps,
  findPause,
  findCard,
  resumePause,
  wasShown,
  commitTurn,
  addUsage,
  confirmUntaken,
  notePreview,
  listPreviews,
  pendingParts,
  noteSent,
  noteGivenUp,
  noteRemoved,
  closeTurn,
  reopenTurn,
  reopenLastFailed,
  rateTurn,
  chooseVersion,
  unlistedTurns,
  noteListed,
  readRecord,
  measureHistory,
  changeSettings,
  schedule,
  listSchedules,
  changeSchedule,
  cancelSchedule,
  nextDue,
  openDue,
  findMissed,
  findLink,
  changeLink,
  adoptSchedules,
  owedEvents,
  noteTold,
  findEvent,
  forget,
  hasForgotten,
  eraseForgotten,
  expire,
  confirmLease: ({ document }: MemoryContext) => document.confirmLease(),
  renewLease: ({ document }: MemoryContext) => document.renewLease(),
  releaseLease: ({ document }: MemoryContext) => document.releaseLease(),
};

type Verbs = typeof VERBS;

/**
 * One conversation's messages and turns: the functions in `state/`, bound to
 * its store. Every one is atomic, and durable once it returns; `openTurn` is
 * durable before the message is acknowledged.
 *
 * If retention is limited, a closed turn whose message is older than that has
 * expired. Expired turns, and a summary that covers none of the remaining ones,
 * are treated as forgotten. Ids stay known for at least 24 hours more. Settings
 * expire once all turns have and the settings have not changed for as long.
 */
export type Memory = {
  readonly [Name in keyof Verbs]: Verbs[Name] extends (
    context: MemoryContext,
    ...given: infer Given
  ) => infer Result
    ? (...given: Given) => Result
    : never;
};

export function createMemory(options: MemoryOptions): Memory {
  const context = createContext(options);
  const verbs: Readonly<Record<string, (...given: never[]) => unknown>> = VERBS;
  const bound = Object.entries(verbs).map(([name, verb]) => [
    name,
    (...given: unknown[]) =>
      Reflect.apply(verb, undefined, [context, ...given]),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, each bound to the context
  return Object.fromEntries(bound) as Memory;
}

/**
 * What is asked of a conversation's memory from elsewhere, and has no
 * consequences but those that the memory itself takes care of.
 */
export const REMOTE_VERBS = [
  "readRecord",
  "chooseVersion",
  "recall",
  "recallNotes",
  "editNote",
  "schedule",
  "listSchedules",
  "cancelSchedule",
  "adoptSchedules",
  "findLink",
  "changeLink",
  "findEvent",
] as const satisfies readonly (keyof Memory)[];

export type RemoteMemory = Pick<Memory, (typeof REMOTE_VERBS)[number]>;

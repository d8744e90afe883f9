import { beginAttempt } from "./state/begin-attempt.ts";
import { chooseVersion } from "./state/choose-version.ts";
import { closeTurn } from "./state/close-turn.ts";
import { addUsage, commitTurn } from "./state/commit-turn.ts";
import { eraseForgotten, hasForgotten } from "./state/erase.ts";
import { findEvent, noteTold, owedEvents } from "./state/events.ts";
import { expire } from "./state/expire.ts";
import { fetchAttachment } from "./state/files.ts";
import { findCard } from "./state/find-card.ts";
import { findPause } from "./state/find-pause.ts";
import { findQuoted } from "./state/find-quoted.ts";
import {
  findTurn,
  nextOpen,
  nextTurn,
  waitingTurns,
} from "./state/find-turn.ts";
import { forget } from "./state/forget.ts";
import {
  confirmUntaken,
  findOwner,
  handBack,
  isForTeam,
  isWanted,
  openReply,
  takeOver,
} from "./state/hand-over.ts";
import { adoptSchedules, changeLink, findLink } from "./state/link.ts";
import {
  createContext,
  type MemoryContext,
  type MemoryOptions,
} from "./state/memory-context.ts";
import { mergeTurns } from "./state/merge-turns.ts";
import { moveWindow } from "./state/move-window.ts";
import {
  listPreviews,
  noteGivenUp,
  notePreview,
  noteRemoved,
  noteSent,
  pendingParts,
} from "./state/note-parts.ts";
import { editNote, recallNotes } from "./state/notes.ts";
import { findMissed, nextDue, openDue } from "./state/open-due.ts";
import { openEcho } from "./state/open-echo.ts";
import { openTurn } from "./state/open-turn.ts";
import { rateTurn } from "./state/rate-turn.ts";
import { readRecord } from "./state/read-record.ts";
import { measureHistory, recall } from "./state/recall.ts";
import { reopenLastFailed, reopenTurn } from "./state/reopen-turn.ts";
import { resumePause } from "./state/resume-pause.ts";
import { saveSteps } from "./state/save-steps.ts";
import {
  cancelSchedule,
  changeSchedule,
  listSchedules,
  schedule,
} from "./state/schedules.ts";
import { changeSettings } from "./state/settings.ts";
import { wasShown } from "./state/shown-pages.ts";
import { stopTurn } from "./state/stop-turn.ts";
import { takeNotice } from "./state/take-notice.ts";
import { findTranscript, keepTranscript } from "./state/transcripts.ts";
import { noteListed, unlistedTurns } from "./state/unlisted-turns.ts";
import {
  noteReported,
  unreportedFailures,
} from "./state/unreported-failures.ts";

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
  unreportedFailures,
  noteReported,
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

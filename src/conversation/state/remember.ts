import type { Forgotten } from "../../types/archive.ts";
import type {
  ConversationSettings,
  SettingsChange,
  SettingsPatch,
  WindowMove,
} from "../../types/history.ts";
import { keys, toPiece, type StoredSettings } from "./pieces.ts";
import {
  isUnanswered,
  withReport,
  type ConversationState,
  type Decision,
} from "./state.ts";

/** The sequence of an entry's question; the answer's is one higher. */
export function sequenceOf(entry: number): number {
  return 2 * entry - 1;
}

/** The entry of the message with that sequence. */
export function entryOf(sequence: number): number {
  return Math.ceil(sequence / 2);
}

/**
 * See `Memory.moveWindow`.
 * @param coveredAt when the newest message before the new start was accepted;
 * `Infinity` if nothing expires
 */
export function moveWindow(
  state: ConversationState,
  { version, to, summary, summaryFrom }: WindowMove,
  { coveredAt }: { coveredAt: number },
): Decision<boolean> {
  const { window, lastTurn } = state;
  const start = entryOf(to);
  if (window.version !== version || lastTurn === 0) return { result: false };
  const next = version + 1;
  return {
    state: {
      ...state,
      hidden: state.hidden.filter(([, last]) => last >= start),
      window: {
        start,
        version: next,
        ...(window.isAnnounced && { isAnnounced: true }),
        ...(summary !== undefined && { summary: next }),
        ...(summary !== undefined && summaryFrom && { summaryFrom }),
        ...(coveredAt < Infinity && { coveredAt }),
      },
    },
    ...(summary !== undefined && {
      put: [toPiece(keys.summary(next), summary)],
    }),
    result: true,
  };
}

/** @param stored the current settings */
export function changeSettings(
  state: ConversationState,
  {
    stored,
    patch,
    now,
  }: { stored: StoredSettings | undefined; patch: SettingsPatch; now: number },
): Decision<SettingsChange> {
  const change = patchSettings(stored?.settings ?? {}, patch);
  if (change.kind === "too-many") return { result: change };
  const { hasSettings, ...rest } = state;
  if (isEmptySettings(change.settings))
    return { ...(hasSettings && { state: rest }), result: change };
  const settingsVersion = state.settingsVersion + 1;
  return {
    state: { ...state, hasSettings: true, settingsVersion },
    put: [
      toPiece(keys.settings(settingsVersion), {
        settings: change.settings,
        changedAt: now,
      }),
    ],
    result: change,
  };
}

/** What is kept if a conversation is forgotten in part. */
export interface Kept {
  /** Turns with lower numbers are forgotten. */
  readonly from: number;
  /** Number of closed, failed turns that are kept. */
  readonly failures: number;
  /**
   * The kept history entries, and when the first of their questions was asked.
   */
  readonly entries: readonly number[];
  readonly since: number;
}

/** See `Memory.forget`. The pieces are erased later. */
export function forget(
  state: ConversationState,
  kept?: Kept,
): Decision<Forgotten> {
  if (state.lastTurn === 0 && !state.hasSettings)
    return { result: NOTHING_FORGOTTEN };
  const { from, failures, entries, since } = kept ?? {
    from: state.lastTurn + 1,
    failures: 0,
    entries: [],
    since: 0,
  };
  const forgotten = state.open.filter(({ number }) => number < from);
  const open = state.open.filter(({ number }) => number >= from);
  const turns = open.length + failures;
  const failedTurns = state.failedTurns - failures;
  const firstEntry = Math.min(state.lastEntry + 1, ...entries);
  const { hasSettings, since: _, ...rest } = state;
  const keepsSettings = kept !== undefined && hasSettings;
  const after: ConversationState = {
    ...rest,
    ...(keepsSettings && { hasSettings }),
    ...(entries.length > 0 && { since }),
    open,
    firstTurn: Math.max(from, state.firstTurn),
    turns,
    failedTurns: failures,
    firstEntry,
    entries: entries.length,
    hiddenEntries: 0,
    hidden: state.hidden.filter(([, last]) => last >= firstEntry),
    window: { start: firstEntry, version: state.window.version + 1 },
    isErasing: true,
  };
  return {
    state: failedTurns > 0 ? withReport(after) : after,
    put: forgotten.map(({ hash, number }) =>
      toPiece(keys.id(hash), { forgotten: number }),
    ),
    result: {
      messages: 2 * (state.entries - entries.length),
      turns: state.turns - turns,
      openTurns: forgotten.filter(isUnanswered).map(({ id }) => id),
      failedTurns:
        failedTurns +
        forgotten.filter(({ status }) => status === "failed").length,
      hadSettings: kept === undefined && hasSettings === true,
    },
  };
}

export const NOTHING_FORGOTTEN: Forgotten = {
  messages: 0,
  turns: 0,
  openTurns: [],
  failedTurns: 0,
  hadSettings: false,
};

/** The limit of a message's metadata. */
const MAX_METADATA = 16;

/** Merges a patch into the settings. */
function patchSettings(
  before: ConversationSettings,
  patch: SettingsPatch,
): SettingsChange {
  const instructions =
    patch.instructions === undefined ? before.instructions : patch.instructions;
  const metadata = patchMetadata(before.metadata ?? {}, patch.metadata);
  const entries = Object.keys(metadata).length;
  if (entries > MAX_METADATA) return { kind: "too-many", limit: MAX_METADATA };
  return {
    kind: "changed",
    settings: {
      ...(typeof instructions === "string" && { instructions }),
      ...(entries > 0 && { metadata }),
    },
  };
}

export function isEmptySettings(settings: ConversationSettings): boolean {
  return Object.keys(settings).length === 0;
}

function patchMetadata(
  before: Readonly<Record<string, string>>,
  patch: SettingsPatch["metadata"],
): Readonly<Record<string, string>> {
  if (patch === null) return {};
  const merged = Object.entries({ ...before, ...patch });
  return Object.fromEntries(
    merged.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

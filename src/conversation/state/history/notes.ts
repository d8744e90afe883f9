import { segmentText } from "../../../text/text.ts";
import { cleanUntrusted } from "../../../text/untrusted-text.ts";
import type { NoteEdit, NoteEditing, Notes } from "../../../types/history.ts";
import { keysUnder } from "../../../types/store.ts";
import type { MemoryContext } from "../memory-context.ts";
import { get, keys } from "../pieces.ts";
import { findSettings } from "../settings.ts";
import type { ConversationState } from "../state.ts";
import { moveWindow } from "./move-window.ts";

/** Of all notes: they are a part of each prompt. */
const MAX_LENGTH = 4_000;

/**
 * What is remembered of the messages before the window, note by note;
 * `undefined` if there is no conversation.
 */
export async function recallNotes(
  context: MemoryContext,
): Promise<Notes | undefined> {
  return readNotes(context, await context.document.read());
}

/**
 * Corrects a note, or deletes it. Nobody reads the former one again: neither
 * prompts nor exports have it, the stored summary and the replies that listed it
 * are erased, and a summary that is being written of it is discarded. Messages
 * that say the same stay.
 */
export async function editNote(
  context: MemoryContext,
  { version, number, text }: NoteEdit,
): Promise<NoteEditing> {
  const state = await context.document.readNewest();
  const known = await readNotes(context, state);
  if (known === undefined || known.notes[number - 1] === undefined)
    return { kind: "unknown" };
  if (known.version !== version) return { kind: "outdated" };
  const note = text === undefined ? "" : toNote(text);
  const place = number - 1;
  const notes =
    note === ""
      ? known.notes.toSpliced(place, 1)
      : known.notes.with(place, note);
  const summary = notes.join("\n");
  if (summary.length > MAX_LENGTH)
    return { kind: "too-long", limit: MAX_LENGTH };
  const { start, summaryFrom } = state.window;
  const isEdited = await moveWindow(context, {
    version,
    to: start,
    ...(summary !== "" && { summary, ...(summaryFrom && { summaryFrom }) }),
  });
  if (!isEdited) return { kind: "outdated" };
  await eraseListings(context, state);
  return { kind: "edited", notes: { version: version + 1, notes } };
}

async function readNotes(
  context: MemoryContext,
  state: ConversationState,
): Promise<Notes | undefined> {
  if (state.turns === 0 && !(await findSettings(context, state)))
    return undefined;
  const { store, isExpired } = context;
  const { window } = state;
  const { summary, version, listed, coveredAt = Infinity } = window;
  const text =
    summary === undefined || isExpired(coveredAt)
      ? ""
      : await get(store, keys.summary(summary));
  return {
    version,
    notes: splitNotes(text ?? ""),
    ...(listed?.version === version && { isListed: true }),
  };
}

/** Replies that showed the former notes, unless they are still being sent. */
async function eraseListings(
  { store }: MemoryContext,
  { open, window }: ConversationState,
): Promise<void> {
  for (const number of window.listed?.turns ?? [])
    if (!open.some((turn) => turn.number === number))
      await store.erase(keysUnder(keys.runs(number)));
}

/** Notes are lines; the sentences of a summary that is one paragraph. */
function splitNotes(summary: string): readonly string[] {
  const lines = summary.split("\n").map(toNote).filter(Boolean);
  const [only] = lines;
  if (lines.length !== 1 || only === undefined) return lines;
  const sentences = segmentText(only, { granularity: "sentence" });
  return Array.from(sentences, ({ segment }) => segment.trim()).filter(Boolean);
}

const LIST_MARK = /^(?:[-*•]|\d{1,2}[.)、])\s+/;

/** A single line. */
function toNote(text: string): string {
  return cleanUntrusted(text)
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(LIST_MARK, "");
}

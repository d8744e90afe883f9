import { signal } from "@preact/signals";
import type { MemoryBody } from "../../../types/page.ts";
import type { Api } from "../api.ts";
import type { Outcome } from "../parts/request.ts";

/** Shows what the bot remembers of a conversation, to correct and delete it. */
export function createMemoryEditor(api: Pick<Api, "of">) {
  /** The conversation's number. */
  const opened = signal<number | undefined>(undefined);
  /** `undefined`: it is being loaded. */
  const memory = signal<MemoryBody | undefined>(undefined);
  /** `changed`: the notes are others than those that were shown. */
  const problem = signal<"failed" | "changed" | undefined>(undefined);

  async function open(number: number): Promise<void> {
    opened.value = number;
    memory.value = undefined;
    problem.value = undefined;
    await load(number);
  }

  async function load(number: number): Promise<void> {
    take(number, await api.of(number).loadMemory());
  }

  /** Shows the outcome, unless another conversation was opened meanwhile. */
  function take(number: number, outcome: Outcome<MemoryBody>): void {
    if (opened.value !== number) return;
    if (outcome.kind === "done") memory.value = outcome.value;
    else if (slugOf(outcome) === "unknown-conversation")
      memory.value = NO_MEMORY;
    else problem.value = "failed";
  }

  /** @param text missing: deletes the note */
  async function edit(note: number, text?: string): Promise<void> {
    const number = opened.value;
    const { version } = memory.value ?? NO_MEMORY;
    if (number === undefined) return;
    problem.value = undefined;
    const { changeNote, deleteNote } = api.of(number);
    const outcome = await (text === undefined
      ? deleteNote(version, note)
      : changeNote(version, note, text));
    const isOutdated = OUTDATED.includes(slugOf(outcome) ?? "");
    if (!isOutdated) return take(number, outcome);
    await load(number);
    if (opened.value === number) problem.value = "changed";
  }

  return {
    opened,
    memory,
    problem,
    open,
    edit,
    close: () => void (opened.value = undefined),
  };
}

const NO_MEMORY: MemoryBody = { version: 0, notes: [] };

const OUTDATED: readonly string[] = ["memory-changed", "unknown-note"];

function slugOf(outcome: Outcome<unknown>): string | undefined {
  return outcome.kind === "refused" ? outcome.problem.slug : undefined;
}

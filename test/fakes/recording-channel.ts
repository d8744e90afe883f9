import type {
  Channel,
  Editing,
  Presentation,
} from "../../src/types/channel.ts";
import type { ReplyPart } from "../../src/types/reply.ts";
import type { SourceList } from "../../src/types/turn.ts";

const NO_SOURCES: SourceList = { label: "", sources: [] };

/**
 * A channel that sends word by word into a list, followed by the label and the
 * addresses of sources; throws `failures` first.
 */
export function createRecordingChannel({
  failures = [],
  presentation = { intervalMs: 0, preview: "none" },
  deduplicatesByKey = false,
  beginsEmpty = false,
}: {
  failures?: Error[];
  presentation?: Presentation;
  /** Ignores a key it has seen before and returns the same receipt. */
  deduplicatesByKey?: boolean;
  /** Previews start empty. */
  beginsEmpty?: boolean;
} = {}): Channel &
  Editing & {
    readonly sent: readonly string[];
    /**
     * What users see in the end: the sent texts as edited, without the removed
     * ones.
     */
    readonly shown: () => readonly string[];
    /**
     * All calls, e.g. `send 1: Hello`, `edit 1: Hi`, `remove 1`, `draft:
     * Hello`; buttons and file follow the text.
     */
    readonly calls: readonly string[];
    readonly typingShown: () => number;
    /** Called after each sent part. */
    onSent: () => void;
    /** Called after each edited part. */
    onEdited: () => void;
  } {
  const sent: string[] = [];
  const calls: string[] = [];
  const shown = new Map<string, string>();
  const byKey = new Map<string, string>();
  let typingShown = 0;
  const failIfTold = (): void => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
  };
  return {
    name: "telegram",
    capabilities: {
      maxPartLength: 100,
      typingMs: 5_000,
      commands: true,
      buttons: true,
      files: true,
    },
    sent,
    shown: () => [...shown.values()],
    calls,
    typingShown: () => typingShown,
    onSent: () => {},
    onEdited: () => {},
    presentationAt: () => presentation,
    split: async (
      markdown,
      { sources: { label, sources } = NO_SOURCES } = {},
    ) =>
      [
        ...(markdown === "" ? [] : markdown.split(" ")),
        ...(sources.length === 0
          ? []
          : [label, ...sources.map(({ url }) => url)]),
      ].map((word): ReplyPart => ({ text: word })),
    async send(part, _, { key, preview }) {
      failIfTold();
      if (beginsEmpty && preview !== undefined) {
        const id = String(sent.push(""));
        shown.set(id, "");
        calls.push(`send ${id}: nothing`);
        return { id, isEmpty: true };
      }
      const known = byKey.get(key);
      if (known !== undefined) return { id: known };
      const id = String(sent.push(part.text));
      if (deduplicatesByKey) byKey.set(key, id);
      shown.set(id, part.text);
      calls.push(`send ${id}: ${describePart(part)}`);
      this.onSent();
      return { id };
    },
    async edit(receipt, part) {
      failIfTold();
      shown.set(receipt.id, part.text);
      calls.push(`edit ${receipt.id}: ${describePart(part)}`);
      this.onEdited();
      return receipt;
    },
    async remove({ id }) {
      failIfTold();
      shown.delete(id);
      calls.push(`remove ${id}`);
    },
    async showDraft({ text }) {
      failIfTold();
      calls.push(`draft: ${text}`);
    },
    async showTyping() {
      typingShown++;
    },
  };
}

/** Returns e.g. `Hello [Yes = memory forget 1] + conversation.json`. */
function describePart({ text, buttons = [], file }: ReplyPart): string {
  const labels = buttons
    .flat()
    .map(({ label, command }) => ` [${label} = ${command}]`);
  return `${text}${labels.join("")}${file === undefined ? "" : ` + ${file.name}`}`;
}

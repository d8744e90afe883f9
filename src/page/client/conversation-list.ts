import type { Api } from "./api.ts";
import { recall, remember } from "./browser-storage.ts";
import { createSidebar } from "./sidebar.ts";
import { createToast } from "./toast.ts";
import type { ListedConversation } from "./wire.ts";

const MAX_TITLE_LENGTH = 60;
const DAY_MS = 24 * 60 * 60_000;
/** By then, the server lists a new title. */
const SAVING_MS = 10_000;

export interface ConversationList {
  /** The conversation that is open, or was open last. */
  readonly current: number;
  /** Loads the list from the server. */
  load(): Promise<void>;
  /**
   * Titles the current conversation by this message if it has no title, and
   * refreshes its time.
   */
  noteMessage(text: string): void;
  /** Opens a new conversation. */
  begin(): void;
}

/** The visitor's conversations: opens, renames and deletes them. */
export function createConversationList({
  api,
  open,
  onChange,
}: {
  api: Api;
  open: (number: number) => void;
  /** Called when other tabs should reload the list. */
  onChange: (number: number) => void;
}): ConversationList {
  let all: readonly ListedConversation[] = [];
  let limit = 1;
  let current = Number(recall("conversation") ?? "0") || 0;
  let isLoaded = false;
  /** A message sent before the list was loaded. */
  let untitled: { readonly number: number; readonly text: string } | undefined;
  /** Conversations whose deletion can be undone. */
  const hidden = new Set<number>();
  const toast = createToast();
  const sidebar = createSidebar({
    onOpen: (number) => select(number),
    onRename: (number, title) => void setTitle(number, title),
    onDelete: remove,
  });

  function draw(): void {
    const listed = all.filter(({ number }) => !hidden.has(number));
    sidebar.show(listed, { current });
  }

  function select(number: number): void {
    current = number;
    remember("conversation", String(number));
    draw();
    open(number);
  }

  async function setTitle(number: number, title: string): Promise<void> {
    const at = Date.now();
    const others = all.filter((listed) => listed.number !== number);
    all = [{ number, title, at }, ...others];
    draw();
    await api.setTitle(number, title);
    onChange(number);
  }

  function note({ number, text }: NonNullable<typeof untitled>): void {
    const known = all.find((listed) => listed.number === number);
    if (known !== undefined && Date.now() - known.at < DAY_MS) return;
    const title = known?.title ?? toTitle(text);
    if (title !== "") void setTitle(number, title);
  }

  function begin(): void {
    sidebar.close();
    const taken = new Set([...all.map(({ number }) => number), ...hidden]);
    if (!taken.has(current)) return select(current);
    const free = Array.from({ length: limit }, (_, number) => number).filter(
      (number) => !taken.has(number),
    );
    // At random, so that two tabs rarely pick the same number.
    const number = free[Math.floor(Math.random() * free.length)];
    if (number === undefined)
      toast.show({ phrase: (texts) => texts.tooManyConversations });
    else select(number);
  }

  function remove(number: number): void {
    toast.finish();
    hidden.add(number);
    const [next] = all.filter((listed) => !hidden.has(listed.number));
    if (next === undefined) begin();
    else select(next.number);
    toast.show({
      phrase: (texts) => texts.deleted,
      undo: {
        label: (texts) => texts.undo,
        run: () => {
          hidden.delete(number);
          select(number);
        },
      },
      onGone: () => void forget(number),
    });
  }

  async function forget(number: number): Promise<void> {
    const outcome = await api.of(number).forget();
    hidden.delete(number);
    if (outcome.kind === "done")
      all = all.filter((listed) => listed.number !== number);
    else toast.show({ phrase: (texts) => texts.notDeleted });
    draw();
    onChange(number);
  }

  // Leaving the page makes a deletion final.
  addEventListener("pagehide", () => toast.finish());

  return {
    get current() {
      return current;
    },
    async load() {
      const outcome = await api.listConversations();
      if (outcome.kind !== "done") return;
      const { conversations } = outcome.value;
      const numbers = new Set(conversations.map(({ number }) => number));
      // Keep titles given so recently that the response may predate them.
      const unsaved = all.filter(
        ({ number, at }) => !numbers.has(number) && Date.now() - at < SAVING_MS,
      );
      all = [...unsaved, ...conversations];
      limit = outcome.value.limit;
      isLoaded = true;
      draw();
      if (untitled !== undefined) note(untitled);
      untitled = undefined;
    },
    noteMessage(text) {
      if (isLoaded) note({ number: current, text });
      else untitled ??= { number: current, text };
    },
    begin,
  };
}

/** The first line of a message, cut at a word if possible. */
function toTitle(text: string): string {
  const line = text.trim().split("\n", 1)[0]?.trim() ?? "";
  if (line.length <= MAX_TITLE_LENGTH) return line;
  // Do not split a surrogate pair.
  const cut = line.slice(0, MAX_TITLE_LENGTH).replace(/[\ud800-\udbff]$/, "");
  return `${cut.replace(/\s\S{0,15}$/, "")}…`;
}

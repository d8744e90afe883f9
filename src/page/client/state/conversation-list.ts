import { computed, signal } from "@preact/signals";
import type { ListedConversation } from "../../../types/titles.ts";
import type { Api } from "../api.ts";
import { texts } from "../current-texts.ts";
import { recall, remember } from "../parts/browser-storage.ts";
import { finishToast, showToast } from "../parts/toast.tsx";

const MAX_TITLE_LENGTH = 60;
const DAY_MS = 24 * 60 * 60_000;
/** By then, the server lists a new title. */
const SAVING_MS = 10_000;

/** The visitor's conversations: opens, renames and deletes them. */
export type ConversationList = ReturnType<typeof createConversationList>;

export function createConversationList({
  api,
  onOpen,
  onForgotten,
  onChange,
}: {
  api: Api;
  onOpen: (number: number, turn?: string) => void;
  onForgotten: (number: number) => void;
  /** Called when other tabs should reload the list. */
  onChange: (number: number) => void;
}) {
  const all = signal<readonly ListedConversation[]>([]);
  /** The conversation that is open, or was open last. */
  const current = signal(Number(recall("conversation") ?? "0") || 0);
  /** Conversations whose deletion can be undone. */
  const hidden = signal<readonly number[]>([]);
  const listed = computed(() =>
    all.value.filter(({ number }) => !hidden.value.includes(number)),
  );
  let limit = 1;
  let isLoaded = false;
  /** A message sent before the list was loaded. */
  let untitled: { readonly number: number; readonly text: string } | undefined;

  /** @param turn to begin with */
  function open(number: number, turn?: string): void {
    current.value = number;
    remember("conversation", String(number));
    onOpen(number, turn);
  }

  function show(number: number, title: string): void {
    const others = all.value.filter((one) => one.number !== number);
    all.value = [{ number, title, at: Date.now() }, ...others];
  }

  async function setTitle(number: number, title: string) {
    show(number, title);
    const outcome = await api.setTitle(number, title);
    if (outcome.kind === "done") onChange(number);
    return outcome;
  }

  async function rename(number: number, title: string): Promise<void> {
    const former = all.value.find((one) => one.number === number);
    const outcome = await setTitle(number, title);
    if (outcome.kind === "done") return;
    // It may have got another title meanwhile, or have been deleted.
    const failed = all.value.find((one) => one.number === number);
    if (former !== undefined && failed?.title === title)
      all.value = all.value
        .map((one) => (one === failed ? former : one))
        .toSorted((a, b) => b.at - a.at);
    showToast({ text: () => texts.value.notRenamed });
  }

  function note({ number, text }: NonNullable<typeof untitled>): void {
    const known = all.value.find((one) => one.number === number);
    if (known !== undefined && Date.now() - known.at < DAY_MS) return;
    const title = known?.title ?? toTitle(text);
    if (title !== "") void setTitle(number, title);
  }

  /** Opens a new conversation. */
  function begin(): void {
    const taken = all.value.map(({ number }) => number);
    if (!taken.includes(current.value) && !isHidden(current.value))
      return open(current.value);
    const free = Array.from({ length: limit }, (_, number) => number).filter(
      (number) => !taken.includes(number) && !isHidden(number),
    );
    // At random, so that two tabs rarely pick the same number.
    const number = free[Math.floor(Math.random() * free.length)];
    if (number === undefined)
      showToast({ text: () => texts.value.tooManyConversations });
    else open(number);
  }

  function isHidden(number: number): boolean {
    return hidden.value.includes(number);
  }

  function unhide(number: number): void {
    hidden.value = hidden.value.filter((one) => one !== number);
  }

  function remove(number: number): void {
    finishToast();
    const wasOpen = number === current.value;
    hidden.value = [...hidden.value, number];
    const [next] = listed.value;
    if (wasOpen && next === undefined) begin();
    else if (wasOpen && next !== undefined) open(next.number);
    showToast({
      text: () => texts.value.deleted,
      undo: {
        label: () => texts.value.undo,
        run: () => {
          unhide(number);
          if (wasOpen) open(number);
        },
      },
      onGone: () => void forget(number),
    });
  }

  async function forget(number: number): Promise<void> {
    const outcome = await api.of(number).forget();
    if (outcome.kind === "done") {
      all.value = all.value.filter((one) => one.number !== number);
      onForgotten(number);
    } else showToast({ text: () => texts.value.notDeleted });
    unhide(number);
    onChange(number);
  }

  /** Loads the list from the server. */
  async function load(): Promise<void> {
    const outcome = await api.listConversations();
    if (outcome.kind !== "done") return;
    const { conversations } = outcome.value;
    // Keep titles given so recently that the response may predate them.
    const unsaved = all.value.filter(({ number, at }) => {
      const loaded = conversations.find((one) => one.number === number);
      return Date.now() - at < SAVING_MS && at > (loaded?.at ?? 0);
    });
    const kept = unsaved.map(({ number }) => number);
    const others = conversations.filter(({ number }) => !kept.includes(number));
    all.value = [...unsaved, ...others];
    limit = outcome.value.limit;
    isLoaded = true;
    if (untitled !== undefined) note(untitled);
    untitled = undefined;
  }

  return {
    current,
    /** Newest first. */
    listed,
    open,
    rename,
    remove,
    begin,
    load,
    /**
     * Titles the current conversation by this message if it has no title, and
     * refreshes its time.
     */
    noteMessage(text: string) {
      const message = { number: current.value, text };
      if (isLoaded) note(message);
      else untitled ??= message;
    },
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

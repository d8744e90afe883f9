import { signal } from "@preact/signals";
import type { ConversationBody } from "../../../types/page.ts";
import { createApi, type FrameVisitor } from "../api.ts";
import { findBot } from "../bot.ts";
import { forgetAllBut, recall } from "../parts/browser-storage.ts";
import { findLanguage } from "../parts/language-tags.ts";
import { language } from "../parts/language.tsx";
import {
  focusOn,
  isInFrame,
  meetSite,
  recallSession,
  rememberSession,
  tellSite,
  type Site,
} from "../site.ts";
import type { NewMessage } from "./chat-session.ts";
import { createChat } from "./chat.ts";
import { createConversationList } from "./conversation-list.ts";
import { createDraft } from "./draft.ts";
import { createMemoryEditor } from "./memory-editor.ts";
import { createSuggestions } from "./suggestions.ts";
import { createTextSearch } from "./text-search.ts";

// What the page shows, in signals; its views draw it, and call these.

const site = isInFrame ? meetSite({ onFocus: focusComposer }) : undefined;

export const api = createApi(site?.then(toVisitor));

/** Of the site around a frame. */
export const greeting = signal<string | undefined>(undefined);

/** Whether the list of conversations is open on a narrow screen. */
export const isDrawerOpen = signal(false);

/** Tells the browser's other tabs which conversation has changed. */
const tabs = new BroadcastChannel(isInFrame ? "parley-frame" : "parley");
tabs.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  if (typeof data !== "number") return;
  void list.load();
  if (data === list.current.value) void chat.start(data);
});

function notifyTabs(number: number): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel of tabs has one origin.
  tabs.postMessage(number);
}

export const suggestions = createSuggestions({ isOn: findBot().suggests });

export const chat = createChat({
  api,
  suggestions,
  onAccepted(number, turn) {
    draft.noteArrived([turn]);
    notifyTabs(number);
  },
  onOpen: (opened) => void noteOpened(opened),
});

export const list = createConversationList({
  api,
  onOpen(number, turn) {
    draft.open(number);
    void chat.start(number, turn);
  },
  onForgotten: (number) => draft.forget(number),
  onChange: notifyTabs,
});

export const memoryEditor = createMemoryEditor(api);

export const textSearch = createTextSearch(api);

export const draft = createDraft({ takes: findBot().takes, onSend: send });

async function noteOpened(opened: ConversationBody): Promise<void> {
  const { messages, open } = opened;
  draft.noteArrived([...messages, ...open].map(({ turn }) => turn));
  draft.noteShown(
    chat.exchanges.value.flatMap(({ question }) => question ?? []),
  );
  const number = list.current.value;
  await list.load();
  const first = messages.find(({ role }) => role === "user");
  if (first !== undefined && number === list.current.value)
    list.noteMessage(first.text);
}

export function send(message: NewMessage): void {
  list.noteMessage(message.text || (message.files?.[0]?.name ?? ""));
  chat.send(message);
}

/** Nothing of the visitor stays, neither on screen nor in the browser. */
export async function logOut(): Promise<void> {
  const outcome = await api.logOut();
  if (outcome.kind !== "done") return;
  forgetAllBut(["language", "theme"]);
  location.reload();
}

/** Focuses the message box, unless the reader would not expect it. */
export function focusComposer(): void {
  const box = document.getElementById("message");
  // On phones, focus would open the keyboard over the text.
  if (box !== null && matchMedia("(pointer: fine)").matches) focusOn(box);
}

function toVisitor({ origin, identity }: Site): FrameVisitor {
  const isStranger = identity === undefined;
  return {
    site: origin,
    identity,
    token: isStranger ? recallSession() : undefined,
    onSession: isStranger ? rememberSession : () => {},
  };
}

/** In a frame: closes it by Escape, and follows the site's wishes. */
async function settleInFrame(around: Promise<Site>): Promise<void> {
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented)
      tellSite({ parley: "close" });
  });
  const wishes = await around;
  greeting.value = wishes.greeting;
  const wanted = findLanguage([wishes.language ?? ""]);
  if (recall("language") === null && wanted !== undefined)
    language.value = wanted;
}

/** How often a page that is looked at asks what a person has written. */
const PERSON_MS = 5_000;

/** Opens the conversation that was open last. */
export function startPage(): void {
  setInterval(() => {
    if (document.visibilityState === "visible") void chat.lookForPerson();
  }, PERSON_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void chat.lookForNews();
  });
  if (site !== undefined) void settleInFrame(site);
  draft.open(list.current.value);
  void chat.start(list.current.value);
}

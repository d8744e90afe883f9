import { createApi, type FrameVisitor } from "./api.ts";
import { recall } from "./browser-storage.ts";
import type { NewMessage } from "./chat-session.ts";
import { createChat } from "./chat.ts";
import { createComposer } from "./composer.ts";
import { createConversationList } from "./conversation-list.ts";
import { createConversationView } from "./conversation-view.ts";
import { describeDemoModel } from "./descriptions.ts";
import { findElement, switchLanguage, write } from "./elements.ts";
import { createGate } from "./gate.ts";
import { findLanguage } from "./language-tags.ts";
import { createLanguageButton, recallLanguage } from "./language.ts";
import {
  isInFrame,
  meetSite,
  recallSession,
  rememberSession,
  tellSite,
  type Site,
} from "./site.ts";
import { createThemeSwitch } from "./theme.ts";
import type { Conversation } from "./wire.ts";

switchLanguage(recallLanguage());
const site = isInFrame
  ? meetSite({ onFocus: () => composer.focus() })
  : undefined;
const api = createApi(site?.then(toVisitor));
const announcer = findElement("announcer", HTMLElement);
const banner = findElement("demo-banner", HTMLElement);
const modelName = findElement("model", HTMLElement);
const newButton = findElement("new-conversation", HTMLButtonElement);
const signOut = findElement("sign-out", HTMLButtonElement);

/** Tells the browser's other tabs which conversation has changed. */
const tabs = new BroadcastChannel(isInFrame ? "parley-frame" : "parley");
tabs.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  if (typeof data !== "number") return;
  void list.load();
  if (data === list.current) open();
});
const gate = createGate({ api, onLoggedIn: () => open() });
const conversation = createConversationView({
  onExample: (text) => {
    send({ text });
    composer.focus();
  },
});
const composer = createComposer({
  onSend: send,
  onStop: () => chat.stopAnswer(),
});
const chat = createChat({
  api,
  gate,
  conversation,
  onAnswering: (isAnswering) => composer.showAnswering(isAnswering),
  onAccepted: notifyTabs,
  onEdit: (message) => composer.edit(message),
  onOpen: (opened) => void showOpened(opened),
});
const list = createConversationList({
  api,
  open: (number) => {
    composer.openDraft(number);
    open(number);
  },
  onChange: notifyTabs,
});

function open(number = list.current): void {
  void chat.start(number);
}

function notifyTabs(number: number): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel of tabs has one origin.
  tabs.postMessage(number);
}

function send(message: NewMessage): void {
  const [file] = message.files ?? [];
  list.noteMessage(message.text === "" ? (file?.name ?? "") : message.text);
  chat.send(message);
}

async function showOpened({
  model,
  messages,
  canSignOut,
}: Conversation): Promise<void> {
  banner.hidden = !model.demo;
  modelName.textContent = model.demo ? "" : model.name;
  newButton.hidden = false;
  signOut.hidden = !canSignOut;
  const asked = messages.filter(({ role }) => role === "user");
  composer.noteSent(asked.at(-1)?.text ?? "");
  composer.focus();
  const number = list.current;
  await list.load();
  const [first] = asked;
  if (first !== undefined && number === list.current)
    list.noteMessage(first.text);
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

/** Follows the site's wishes, and closes its panel by Escape. */
async function settleInFrame(around: Promise<Site>): Promise<void> {
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented)
      tellSite({ parley: "close" });
  });
  const { greeting, language } = await around;
  if (greeting !== undefined) conversation.greet(greeting);
  const wanted = findLanguage([language ?? ""]);
  if (recall("language") === null && wanted !== undefined)
    switchLanguage(wanted);
}

async function logOut(): Promise<void> {
  const outcome = await api.logOut();
  if (outcome.kind === "done") gate.askForPassword();
}

const phrases = {
  "skip-link": "skipToComposer",
  "new-conversation-label": "newConversation",
  "sign-out": "signOut",
} as const;
for (const [id, name] of Object.entries(phrases))
  write(findElement(id, HTMLElement), (texts) => texts[name]);
write(banner, (texts) => describeDemoModel(location, texts));
createLanguageButton();
createThemeSwitch();
newButton.addEventListener("click", () => {
  list.begin();
  write(announcer, (texts) => texts.begun);
});
signOut.addEventListener("click", () => void logOut());

if (site !== undefined) void settleInFrame(site);
composer.openDraft(list.current);
open();

import { createApi } from "./api.ts";
import { createChat } from "./chat.ts";
import type { Written } from "./chat-session.ts";
import { createComposer } from "./composer.ts";
import { createConversationList } from "./conversation-list.ts";
import { createConversationView } from "./conversation-view.ts";
import { describeDemoModel } from "./descriptions.ts";
import { createElements, findElement } from "./elements.ts";
import { createGate } from "./gate.ts";
import { createLanguageButton, recallLanguage } from "./language.ts";
import { createTabs } from "./tabs.ts";
import { createThemeSwitch } from "./theme.ts";
import type { Conversation } from "./wire.ts";

const elements = createElements({ language: recallLanguage() });
const api = createApi();
const announcer = findElement("announcer", HTMLElement);
const banner = findElement("demo-banner", HTMLElement);
const modelName = findElement("model", HTMLElement);
const newButton = findElement("new-conversation", HTMLButtonElement);
const signOut = findElement("sign-out", HTMLButtonElement);

const tabs = createTabs((number) => {
  void list.load();
  if (number === list.current) open(number);
});
const gate = createGate({ elements, api, onLoggedIn: () => open() });
const conversation = createConversationView({
  elements,
  onExample: (text) => {
    send({ text });
    composer.focus();
  },
});
const composer = createComposer({
  elements,
  onSend: send,
  onStop: () => chat.stopAnswer(),
});
const chat = createChat({
  api,
  gate,
  conversation,
  onAnswering: (isAnswering) => composer.showAnswering(isAnswering),
  onAccepted: (number) => tabs.tell(number),
  onEdit: (message) => composer.edit(message),
  onOpen: (opened) => void showOpened(opened),
});
const list = createConversationList({
  elements,
  api,
  open: (number) => {
    composer.openDraft(number);
    open(number);
  },
  onChange: (number) => tabs.tell(number),
});

function open(number = list.current): void {
  void chat.start(number);
}

function send(message: Written, edits?: string): void {
  const [file] = message.files ?? [];
  list.noteMessage(message.text === "" ? (file?.name ?? "") : message.text);
  if (edits === undefined) chat.send(message);
  else chat.replaceNewest({ ...message, edits });
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

async function leave(): Promise<void> {
  const outcome = await api.logOut();
  if (outcome.kind === "done") gate.askForPassword();
}

const phrases = {
  "skip-link": "skipToComposer",
  "new-conversation-label": "newConversation",
  "sign-out": "signOut",
} as const;
for (const [id, name] of Object.entries(phrases))
  elements.write(findElement(id, HTMLElement), (texts) => texts[name]);
elements.write(banner, (texts) => describeDemoModel(location, texts));
createLanguageButton(elements);
createThemeSwitch(elements);
newButton.addEventListener("click", () => {
  list.begin();
  elements.write(announcer, (texts) => texts.begun);
});
signOut.addEventListener("click", () => void leave());

elements.switchTo(elements.language);
composer.openDraft(list.current);
open();

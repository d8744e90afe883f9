import { createApi } from "./api.ts";
import { createChat } from "./chat.ts";
import { createComposer } from "./composer.ts";
import { createConversationView } from "./conversation-view.ts";
import { describeDemoModel } from "./descriptions.ts";
import { createElements, findElement } from "./elements.ts";
import { createForgetDialog } from "./forget-dialog.ts";
import { createGate } from "./gate.ts";
import type { Language } from "./texts.ts";

/** Under which the browser keeps the language that the reader chose. */
const KEY = "parley-language";

const elements = createElements({ language: recallLanguage() });
const api = createApi();
const announcer = findElement("announcer", HTMLElement);
const banner = findElement("demo-banner", HTMLElement);
const modelName = findElement("model", HTMLElement);
const languageButton = findElement("language", HTMLButtonElement);
const forgetButton = findElement("new-conversation", HTMLButtonElement);

const gate = createGate({ elements, api, onLoggedIn: () => void chat.start() });
const conversation = createConversationView({
  elements,
  onExample: (text) => {
    chat.send(text);
    composer.focus();
  },
});
const composer = createComposer({
  elements,
  onSend: (text) => chat.send(text),
  onStop: () => chat.stopAnswer(),
});
const chat = createChat({
  api,
  gate,
  conversation,
  onAnswering: (isAnswering) => composer.showAnswering(isAnswering),
  onOpen: (model) => {
    banner.hidden = !model.demo;
    modelName.textContent = model.demo ? "" : model.name;
    forgetButton.hidden = false;
    composer.focus();
  },
});
const dialog = createForgetDialog({
  elements,
  forget: () => chat.forget(),
  onForgotten: () => {
    elements.write(announcer, (texts) => texts.forgotten);
    composer.focus();
  },
});

elements.write(
  findElement("skip-link", HTMLElement),
  (texts) => texts.skipToComposer,
);
elements.write(
  findElement("new-conversation-label", HTMLElement),
  (texts) => texts.newConversation,
);
elements.write(languageButton, (texts) => texts.otherLanguage);
elements.write(languageButton, (_texts, language) => other(language), "lang");
elements.write(banner, (texts) => describeDemoModel(location, texts));
languageButton.addEventListener("click", () => {
  elements.switchTo(other(elements.language));
  rememberLanguage(elements.language);
});
forgetButton.addEventListener("click", () => dialog.open());

elements.switchTo(elements.language);
void chat.start();

function other(language: typeof elements.language): typeof elements.language {
  return language === "en" ? "zh-CN" : "en";
}

/** The language that the reader chose before, else that of the browser. */
function recallLanguage(): Language {
  const wanted = [readChoice() ?? "", ...navigator.languages];
  const known = wanted.find((tag) => /^(?:en|zh)\b/i.test(tag)) ?? "en";
  return known.toLowerCase().startsWith("zh") ? "zh-CN" : "en";
}

function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

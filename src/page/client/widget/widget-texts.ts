import { findLanguage, type Language } from "../parts/language-tags.ts";

interface WidgetTexts {
  readonly title: string;
  readonly close: string;
}

const TEXTS: Readonly<Record<Language, WidgetTexts>> = {
  en: { title: "Chat", close: "Close the chat" },
  "zh-CN": { title: "聊天", close: "关闭聊天" },
  "zh-TW": { title: "聊天", close: "關閉聊天" },
};

/** @param language an IETF tag */
export function textsFor(language: string): WidgetTexts {
  return TEXTS[findLanguage([language]) ?? "en"];
}

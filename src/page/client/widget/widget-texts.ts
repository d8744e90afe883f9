interface WidgetTexts {
  readonly title: string;
  readonly close: string;
}

const ENGLISH: WidgetTexts = { title: "Chat", close: "Close the chat" };
const SIMPLIFIED: WidgetTexts = { title: "聊天", close: "关闭聊天" };
const TRADITIONAL: WidgetTexts = { title: "聊天", close: "關閉聊天" };

/** @param language an IETF tag */
export function textsFor(language: string): WidgetTexts {
  if (!/^zh/i.test(language)) return ENGLISH;
  return /hant|-(?:tw|hk|mo)\b/i.test(language) ? TRADITIONAL : SIMPLIFIED;
}

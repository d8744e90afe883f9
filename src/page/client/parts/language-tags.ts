export type Language = "en" | "zh-CN" | "zh-TW";

/** The first of these tags that the page speaks. */
export function findLanguage(tags: readonly string[]): Language | undefined {
  const known = tags.find((tag) => /^(?:en|zh)\b/i.test(tag));
  if (known === undefined) return undefined;
  if (!/^zh/i.test(known)) return "en";
  return isTraditional(known) ? "zh-TW" : "zh-CN";
}

export function isTraditional(tag: string): boolean {
  return /hant|-(?:tw|hk|mo)\b/i.test(tag);
}

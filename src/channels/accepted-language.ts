/** What Parley speaks to people at their browsers. */
export type AcceptedLanguage = "en" | "zh";

/** The language that `Accept-Language` (RFC 9110, 12.5.4) prefers of the two; English where it names neither. */
export function acceptedLanguage(request: Request): AcceptedLanguage {
  const [best] = (request.headers.get("accept-language") ?? "")
    .slice(0, 200)
    .split(",")
    .map((range) => {
      const [tag = "", weight] = range.split(";q=");
      return { tag: tag.trim(), weight: Number(weight ?? 1) };
    })
    .filter(({ tag, weight }) => /^(?:en|zh)\b/i.test(tag) && weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  return best !== undefined && isChinese(best.tag) ? "zh" : "en";
}

/** @param tag of a language (BCP 47) */
export function isChinese(tag: string): boolean {
  return /^zh\b/i.test(tag);
}

/** Languages of the pages that Parley serves. */
export type AcceptedLanguage = "en" | "zh";

/**
 * Picks a language by `Accept-Language` (RFC 9110, 12.5.4); English by default.
 */
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
  return best !== undefined && /^zh/i.test(best.tag) ? "zh" : "en";
}

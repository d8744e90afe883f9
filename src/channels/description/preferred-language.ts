/** The language of the reference: `?lang=`, else the one that `Accept-Language` likes better, else English. */
export function preferredLanguage(request: Request): "en" | "zh" {
  const asked = new URL(request.url).searchParams.get("lang");
  if (asked !== null) return isChinese(asked) ? "zh" : "en";
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

function isChinese(tag: string): boolean {
  return /^zh\b/i.test(tag);
}

import type * as z from "zod";

/**
 * A field that holds the IANA name of a time zone, in any case; its value is in
 * the usual one. Rejects abbreviations, some of which `Intl` accepts: CST is a
 * different time in Chicago and Shanghai.
 */
export function asTimeZone(field: z.ZodString): z.ZodString {
  return field.check((checked) => {
    const zone = toTimeZone(checked.value);
    if (zone !== undefined) checked.value = zone;
    else
      checked.issues.push({
        code: "custom",
        message:
          "must be the IANA name of a time zone, like Asia/Shanghai or UTC",
        input: checked.value,
      });
  });
}

/** Longer than any zone's name. */
const MAX_LENGTH = 64;

function toTimeZone(text: string): string | undefined {
  // Without `Intl`, whose first use takes 20 ms.
  if (/^(?:UTC|GMT)$/i.test(text)) return "UTC";
  return text.length <= MAX_LENGTH && /^\w+\/.+$/.test(text)
    ? resolveTimeZone(text)
    : undefined;
}

/**
 * Resolves a name or an offset that `Intl` accepts. Keeps the given name, since
 * `Intl` returns outdated ones (Asia/Calcutta for Asia/Kolkata).
 */
export function resolveTimeZone(name: string): string | undefined {
  try {
    const { timeZone } = Intl.DateTimeFormat("en", {
      timeZone: name,
    }).resolvedOptions();
    const isSame = timeZone.toLowerCase() === name.toLowerCase();
    return isSame ? timeZone : capitalise(name);
  } catch {
    return undefined;
  }
}

function capitalise(name: string): string {
  return name.replaceAll(/(?<![a-z])[a-z]/gi, (letter) => letter.toUpperCase());
}

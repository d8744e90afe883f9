/**
 * Slack's text as its apps show it: resolves `<@U1>`, `<#C1|general>`,
 * `<https://a.example|a>` and `&lt;`
 * (https://docs.slack.dev/messaging/formatting-message-text).
 */
export function readText(text: string): string {
  return text
    .replaceAll(/<([@#!]?)([^<>|]+)(?:\|([^<>]*))?>/g, showReference)
    .replaceAll(/&(lt|gt|amp);/g, (_, name: string) => CHARACTERS[name] ?? "");
}

const CHARACTERS: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
};

function showReference(
  _: string,
  kind: string,
  target: string,
  label = "",
): string {
  if (kind === "@") return `@${label || target}`;
  if (kind === "#") return `#${label || target}`;
  if (kind === "!")
    return label || `@${target.replace(/^(?:subteam|date)\^/, "")}`;
  const isSame = label === "" || target.endsWith(label);
  return isSame ? target : `${label} (${target})`;
}

export function mentions(text: string, bot: string): boolean {
  return text.includes(`<@${bot}>`) || text.includes(`<@${bot}|`);
}

/** Removes a leading mention of the bot, unless the text would be empty. */
export function withoutLeadingMention(text: string, bot: string): string {
  const rest = text.replace(
    /^\s*<@([A-Z0-9]+)(?:\|[^>]*)?>[\s,:，：]*/,
    (all, id) => (id === bot ? "" : all),
  );
  return rest === "" ? text : rest;
}

import { deriveAccent } from "../../src/page/server/accent.ts";
import { PARLEY, type Identity } from "../../src/types/identity.ts";
import { count, passed, type Finding } from "./report.ts";

/** Describes the bot's public identity; empty if it is the default one. */
export function describeIdentity(identity: Identity): readonly Finding[] {
  const { name, greeting, examples, logoUrl, accentColor } = identity;
  const own = [
    ...(greeting === undefined ? [] : ["a greeting"]),
    ...(examples.length === 0 ? [] : [count(examples.length, "example")]),
    ...(logoUrl === undefined ? [] : [`a logo from ${new URL(logoUrl).host}`]),
    ...(accentColor === undefined ? [] : [describeAccent(accentColor)]),
  ];
  if (own.length === 0)
    return name === PARLEY.name ? [] : [passed(`Bot: ${name}.`)];
  const list = new Intl.ListFormat("en-GB").format(own);
  return [passed(`Bot: ${name}, with ${list}.`)];
}

function describeAccent(color: string): string {
  const light = deriveAccent(color, "light").accent;
  const dark = deriveAccent(color, "dark").accent;
  const changes = [
    ...(light === color ? [] : [`${light} on light`]),
    ...(dark === color ? [] : [`${dark} on dark`]),
  ];
  return changes.length === 0
    ? `the accent color ${color}`
    : `the accent color ${color} (to be readable, ${changes.join(" and ")})`;
}

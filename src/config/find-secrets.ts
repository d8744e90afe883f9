import type { SetVariables } from "../settings/setting.ts";

/** Shorter values could be parts of ordinary words. */
const MIN_LENGTH = 8;

const SECRET_NAME = /(?:KEYS?|TOKEN|SECRETS?|PASSWORD)$/;

/** Their JSON holds keys among other things. */
const HOLDERS = /^(?:MCP_SERVERS|OPENAI_EXTRA_BODY)$/;

/** A key in JSON looks unlike a word or an address. */
const KEY_IN_JSON = /^(?!\/\/)(?=.*\d)(?=.*[A-Za-z])[\w.+/=-]{16,}$/;

/**
 * The secrets in the variables, to be hidden in texts. Lists such as
 * `name:key,name:key` count by their parts.
 */
export function findSecrets(set: SetVariables): readonly string[] {
  const found = [...set].flatMap(([name, value]) => {
    const parts = value.split(/[\s,;:"'{}[\]]+/);
    if (HOLDERS.test(name))
      return parts.filter((part) => KEY_IN_JSON.test(part));
    return SECRET_NAME.test(name) ? [value.trim(), ...parts] : [];
  });
  return [...new Set(found)].filter(({ length }) => length >= MIN_LENGTH);
}

import { list } from "../settings/fields.ts";
import type { Approvers } from "../types/pause.ts";

const PERSON = /^[a-z][a-z0-9_-]*:\S+$/;

/** `asker`, `operators`, or people as `channel:id`, as `/whoami` shows the id. */
export function approvers() {
  return list().transform((entries, context): Approvers => {
    const [only = ""] = entries;
    if (only === "asker" || only === "operators") {
      if (entries.length === 1) return only;
    } else if (entries.length > 0 && entries.every((one) => PERSON.test(one)))
      return entries;
    context.addIssue(
      "must be asker, operators, or a list of people like telegram:42,slack:U07",
    );
    return "asker";
  });
}

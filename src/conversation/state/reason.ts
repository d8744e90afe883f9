import { isObject } from "../../text/json.ts";
import { shorten } from "../../text/text.ts";
import type { Turn } from "../../types/turn.ts";

/** In UTF-16 units. */
const MAX_REASON = 500;

/** Why a turn asks for a person: one line, maybe empty. */
export function reasonOf({
  message: { command },
  steps,
}: Pick<Turn, "message" | "steps">): string {
  const input = steps.findLast(({ asked }) => asked)?.action.input;
  const given = isObject(input) ? input["reason"] : input;
  const reason = command?.argument ?? given;
  return typeof reason === "string"
    ? shorten(reason.replaceAll(/\s+/g, " ").trim(), MAX_REASON)
    : "";
}

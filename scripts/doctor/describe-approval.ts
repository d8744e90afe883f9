import type { Config } from "../../src/config/parse-config.ts";
import { passed, warning, type Finding } from "./report.ts";

/** Who approves what tools would change, and whether anybody can. */
export function* describeApproval({
  trust: { approvers, unaskedTools },
  mcp,
  tools,
  team,
  channels,
}: Config): Generator<Finding> {
  const mayAsk = mcp.servers.length > 0 || tools.includes("remind_me");
  if (!mayAsk && approvers === "asker") return;
  const unasked =
    unaskedTools.length === 0
      ? ""
      : `; never asked: ${unaskedTools.join(", ")}`;
  yield passed(`Approval of tools: by ${describe(approvers)}${unasked}.`);
  if (approvers === "operators" && team === undefined)
    yield warning(
      "TOOL_APPROVERS is operators, but there are none, so nothing can be approved.",
      "Set ADMIN_API_KEY or OPERATOR_KEYS: docs/approval.md.",
    );
  if (typeof approvers === "string") return;
  for (const { definition, on } of channels) {
    const named = approvers.filter((one) =>
      one.startsWith(`${definition.name}:`),
    );
    if (named.length > 0 && on === undefined)
      yield warning(
        `TOOL_APPROVERS names ${named.join(", ")}, but ${definition.title} is not set up.`,
        "Set it up, or name people as /whoami shows them where they write.",
      );
  }
}

function describe(approvers: Config["trust"]["approvers"]): string {
  switch (approvers) {
    case "asker":
      return "the person who is answered";
    case "operators":
      return "people of the team";
    default:
      return approvers.length === 1
        ? "one named person"
        : `${approvers.length} named people`;
  }
}

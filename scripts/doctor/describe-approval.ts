import type { Config } from "../../src/config/parse-config.ts";
import { passed, warning, type Finding } from "./report.ts";

/** Who approves what tools would change, and whether anybody can. */
export function* describeApproval({
  trust: { approvers, unaskedTools },
  mcp,
  tools,
  team,
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

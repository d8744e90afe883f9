import * as z from "zod";
import type { McpServer } from "../../src/tools/mcp/mcp-server.ts";
import { hasStatus } from "../parley-client.ts";
import {
  describeAnswer,
  explainUnavailability,
  type ConfiguredExamination,
} from "./examination.ts";
import { failed, passed, skipped, warning, type Finding } from "./report.ts";

const SignIns = z.object({
  sign_ins: z.array(
    z.object({ name: z.string(), state: z.string().optional() }),
  ),
});

/** Asks the deployment, which alone has the sign-in, for its state. */
export async function checkSignIn(
  { name, auth }: Pick<McpServer, "name" | "auth">,
  { config, client, health }: ConfiguredExamination,
): Promise<Finding> {
  if (auth === "person")
    return skipped(
      `MCP server ${name}: each person signs in, by a link in a private chat.`,
    );
  const key = config.adminKey ?? config.developmentToken;
  if (key === undefined)
    return failed(
      `MCP server ${name}: nobody can sign in.`,
      "Set ADMIN_API_KEY, which opens /setup.",
    );
  const unavailable = explainUnavailability(await health());
  if (unavailable !== undefined)
    return skipped(`MCP server ${name}: skipped, since ${unavailable}.`);
  const answer = await client.call("/admin/setup/sign-ins", {
    headers: { authorization: `Bearer ${key}` },
  });
  const { data } = SignIns.safeParse(answer.body);
  if (!hasStatus(answer, 200) || data === undefined)
    return failed(
      `MCP server ${name}: ${describeAnswer(answer)}`,
      "Set ADMIN_API_KEY there to the same as here, and deploy this version.",
    );
  const state = data.sign_ins.find((one) => one.name === name)?.state;
  return state === "signed-in"
    ? passed(`MCP server ${name}: signed in.`, answer.ms)
    : warning(
        `MCP server ${name}: ${state === "refused" ? "it accepts the sign-in no longer" : "nobody is signed in"}.`,
        "Sign in at /setup. Until then, the bot works without its tools.",
      );
}

import * as z from "zod";
import { SLACK } from "../../../src/channels/slack/slack-definition.ts";
import { createAsk, createCheck } from "../check-channel.ts";
import { failed, passed, warning, type Finding } from "../report.ts";

/** Required; nothing works without them. */
const SCOPES = ["chat:write", "app_mentions:read", "im:history", "commands"];
const USEFUL_SCOPES = ["channels:history", "groups:history", "files:read"];

const AuthTest = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  team: z.string().optional(),
  user: z.string().optional(),
});

/** Checks the token and its scopes. */
export const check = createCheck(SLACK, {
  async *look({ token, apiRoot }, { signal }) {
    const ask = createAsk({
      apiRoot,
      authorization: `Bearer ${token}`,
      signal,
    });
    const { data, headers, ms } = await ask("/auth.test", AuthTest, {});
    if (data?.ok !== true)
      return yield failed(
        `Slack does not accept SLACK_BOT_TOKEN: ${data?.error ?? "unexpected response"}.`,
        "Copy the Bot User OAuth Token again from OAuth & Permissions of your app.",
      );
    yield passed(`The bot is @${data.user} in ${data.team}.`, ms);
    yield checkScopes(headers.get("x-oauth-scopes"));
  },
  advice: "Run this again. SLACK_API_ROOT is only needed behind a proxy.",
  place: "the request URL under Event Subscriptions of the app",
});

/** Reads the scopes from the header that Slack adds to each response. */
function checkScopes(header: string | null): Finding {
  const scopes = (header ?? "").split(",").map((scope) => scope.trim());
  const lacks = (wanted: readonly string[]) =>
    wanted.filter((scope) => !scopes.includes(scope)).join(", ");
  const missing = lacks(SCOPES);
  const advice =
    "Add them under OAuth & Permissions, then install the app again; the manifest in docs/channels/slack.md has all.";
  if (missing !== "")
    return failed(`The bot lacks these scopes: ${missing}.`, advice);
  const useful = lacks(USEFUL_SCOPES);
  return useful === ""
    ? passed("It has all scopes.")
    : warning(
        `The bot lacks these scopes: ${useful}. It sees no messages of threads without a mention, or no files.`,
        advice,
      );
}

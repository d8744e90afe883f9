import * as z from "zod";
import { callPlatform } from "../../../src/channels/kit/call-platform.ts";
import { SLACK } from "../../../src/channels/slack/slack-definition.ts";
import { DeliveryError } from "../../../src/types/errors.ts";
import { checkRefusal, describeAddress } from "../check-channel.ts";
import type { ConfiguredExamination } from "../examination.ts";
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

/**
 * Checks the token and its scopes, and that Parley rejects unsigned requests.
 */
export async function* check(
  examination: ConfiguredExamination,
): AsyncGenerator<Finding> {
  const settings = SLACK.settingsIn(examination.config.channels);
  if (settings === undefined) return;
  const { token, apiRoot } = settings;
  const startedAt = performance.now();
  try {
    const { body, headers } = await callPlatform(`${apiRoot}/auth.test`, {
      headers: { authorization: `Bearer ${token}` },
      body: {},
      signal: examination.signal,
    });
    const { data } = AuthTest.safeParse(body);
    if (data?.ok === true) {
      const ms = performance.now() - startedAt;
      yield passed(`The bot is @${data.user} in ${data.team}.`, ms);
      yield* checkScopes(headers.get("x-oauth-scopes"));
    } else
      yield failed(
        `Slack does not accept SLACK_BOT_TOKEN: ${data?.error ?? "unexpected response"}.`,
        "Copy the Bot User OAuth Token again from OAuth & Permissions of your app.",
      );
  } catch (error) {
    examination.signal.throwIfAborted();
    if (!(error instanceof DeliveryError)) throw error;
    yield failed(
      `Slack cannot be reached: ${error.explained}`,
      "Run this again. SLACK_API_ROOT is only needed behind a proxy.",
    );
  }
  yield describeAddress(examination, {
    platform: "Slack",
    path: "/slack/events",
    place: "the request URL under Event Subscriptions of the app",
  });
  yield* checkRefusal(examination, { path: "/slack/events" });
}

/** Reads the scopes from the header that Slack adds to each response. */
function* checkScopes(header: string | null): Generator<Finding> {
  const scopes = (header ?? "").split(",").map((scope) => scope.trim());
  const lacks = (wanted: readonly string[]) =>
    wanted.filter((scope) => !scopes.includes(scope));
  const missing = lacks(SCOPES);
  const advice =
    "Add them under OAuth & Permissions, then install the app again; the manifest in docs/channels/slack.md has all.";
  if (missing.length > 0)
    return yield failed(
      `The bot lacks these scopes: ${missing.join(", ")}.`,
      advice,
    );
  const useful = lacks(USEFUL_SCOPES);
  yield useful.length === 0
    ? passed("It has all scopes.")
    : warning(
        `The bot lacks these scopes: ${useful.join(", ")}. It sees no messages of threads without a mention, or no files.`,
        advice,
      );
}

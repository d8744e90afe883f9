import { DISCORD_PUBLIC_KEY } from "../../fixtures/discord-requests.ts";
import { SLACK_SIGNING_SECRET } from "../../fixtures/slack-requests.ts";
import { startDiscordServer } from "../../stubs/discord-server.ts";
import { startSlackServer } from "../../stubs/slack-server.ts";
import {
  startTeamsServer,
  TEAMS_APP_ID,
  TEAMS_APP_PASSWORD,
} from "../../stubs/teams-server.ts";
import { AWAY, describeCheck } from "./describe-check.ts";

describeCheck(
  "slack",
  startSlackServer,
  ({ token, apiRoot }) => ({
    SLACK_BOT_TOKEN: token,
    SLACK_SIGNING_SECRET,
    SLACK_API_ROOT: apiRoot,
  }),
  [
    [
      {},
      "✓ The bot is @parley in Acme.",
      "✓ It has all scopes.",
      "– Slack has no API that returns its webhook address: compare https://<your deployment>/slack/events with",
      "✓ A request without a signature is rejected.",
    ],
    [
      { options: { scopes: "chat:write,im:history" } },
      "✗ The bot lacks these scopes: app_mentions:read, commands.",
    ],
    [
      { settings: { SLACK_BOT_TOKEN: "xoxb-another-token" } },
      "✗ Slack does not accept SLACK_BOT_TOKEN: invalid_auth.",
    ],
    [
      AWAY,
      "✗ Slack cannot be reached",
      "→ Run this again. SLACK_API_ROOT is only needed behind a proxy.",
    ],
  ],
);

describeCheck(
  "discord",
  (options: Parameters<typeof startDiscordServer>[0]) =>
    startDiscordServer({ publicKey: DISCORD_PUBLIC_KEY, ...options }),
  ({ token, url }) => ({
    DISCORD_BOT_TOKEN: token,
    DISCORD_PUBLIC_KEY,
    DISCORD_API_ROOT: url,
  }),
  [
    [
      {},
      "✓ The app is Parley.",
      "✓ Discord sends its messages to https://",
      "✓ Installing the app lets the bot write",
      "! The command /ask is not registered everywhere.",
    ],
    [
      {
        prepare: (discord) =>
          discord.failNext("/applications/8", {
            body: [{ name: "ask" }, { name: "stop" }],
          }),
      },
      "✓ Registered commands: ask, stop.",
    ],
    [
      { options: { permissions: 1n << 11n } },
      "! Installing the app does not let the bot write in the server",
    ],
    [
      { options: { permissions: 1n << 3n } },
      "✓ Installing the app lets the bot write",
    ],
    [
      { settings: { DISCORD_PUBLIC_KEY: "0".repeat(64) } },
      "✗ DISCORD_PUBLIC_KEY is not that of this app.",
    ],
    [
      {
        settings: {
          DISCORD_BOT_TOKEN: "MTk4NjIyNDgzNDcx.Cl2FMQ.another-token",
        },
      },
      "✗ Discord does not accept DISCORD_BOT_TOKEN (HTTP 401).",
    ],
    [
      AWAY,
      "✗ Discord cannot be reached",
      "→ Run this again. DISCORD_API_ROOT is only needed with a proxy.",
    ],
  ],
);

describeCheck(
  "teams",
  startTeamsServer,
  ({ url, metadataUrl }) => ({
    TEAMS_APP_ID,
    TEAMS_APP_PASSWORD,
    TEAMS_LOGIN_ROOT: url,
    TEAMS_OPENID_METADATA_URL: metadataUrl,
  }),
  [
    [
      {},
      "✓ Microsoft gives the app a token",
      "✓ Microsoft's signing keys can be read.",
      "– Microsoft has no API that returns",
    ],
    [
      { settings: { TEAMS_APP_PASSWORD: "another-password" } },
      "✗ Microsoft does not accept the app:",
      "invalid_client",
    ],
    [
      AWAY,
      "✗ Microsoft's signing keys cannot be read.",
      "✗ Microsoft's login cannot be reached:",
    ],
  ],
);

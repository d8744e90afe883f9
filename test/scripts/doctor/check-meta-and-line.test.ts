import {
  META_APP_SECRET,
  META_VERIFY_TOKEN,
} from "../../fixtures/meta-requests.ts";
import {
  GRAPH_TOKEN,
  PHONE_NUMBER_ID,
  startGraphServer,
} from "../../stubs/graph-server.ts";
import { LINE_TOKEN, startLineServer } from "../../stubs/line-server.ts";
import { AWAY, describeCheck } from "./describe-check.ts";

describeCheck(
  "line",
  startLineServer,
  ({ url }) => ({
    LINE_CHANNEL_SECRET: "0123456789abcdef0123456789abcdef",
    LINE_CHANNEL_ACCESS_TOKEN: LINE_TOKEN,
    LINE_API_ROOT: url,
  }),
  [
    [{}, "✓ The bot is Parley (@parley).", "✓ LINE's test webhook arrives."],
    [
      { prepare: ({ webhook }) => void (webhook.active = false) },
      "! LINE does not use its webhook URL https://bot.example/line/webhook.",
    ],
    [
      { prepare: ({ webhook }) => void (webhook.endpoint = "") },
      "! The channel has no webhook URL: LINE sends no messages.",
    ],
    [
      { prepare: ({ webhook }) => void (webhook.status = 401) },
      "✗ LINE's test webhook is rejected (401): LINE_CHANNEL_SECRET",
    ],
    [
      { prepare: ({ webhook }) => void (webhook.status = 404) },
      "✗ LINE's test webhook does not arrive: ERROR_STATUS_CODE (404).",
    ],
    [
      { settings: { LINE_CHANNEL_ACCESS_TOKEN: "another-token-of-this-test" } },
      "✗ LINE does not accept LINE_CHANNEL_ACCESS_TOKEN (HTTP 401).",
    ],
  ],
);

describeCheck(
  "whatsapp",
  startGraphServer,
  ({ url }) => ({
    WHATSAPP_ACCESS_TOKEN: GRAPH_TOKEN,
    WHATSAPP_PHONE_NUMBER_ID: PHONE_NUMBER_ID,
    WHATSAPP_APP_SECRET: META_APP_SECRET,
    WHATSAPP_VERIFY_TOKEN: META_VERIFY_TOKEN,
    WHATSAPP_API_ROOT: url,
  }),
  [
    [
      {},
      "✓ The number is +1 555 0100 (Parley).",
      "✓ The token has the permission whatsapp_business_messaging.",
      "✓ Meta sends its messages to https://bot.example/whatsapp/webhook.",
      "not The token ends",
      "– Replies in an app of Meta's do not pause the bot",
    ],
    [
      {
        prepare({ app }) {
          for (const webhook of app.webhooks)
            webhook.fields.push("smb_message_echoes");
        },
      },
      "✓ Replies in an app of Meta's pause the bot (smb_message_echoes).",
    ],
    [
      {
        prepare: ({ app }) =>
          void Object.assign(app, { scopes: [], expiresAt: 1_790_000_000 }),
      },
      "✗ The token lacks the permission whatsapp_business_messaging",
      "! The token ends at 2026-09-21T",
    ],
    [
      {
        prepare: ({ app }) => void (app.expiresAt = Number.MAX_SAFE_INTEGER),
      },
      "not The token ends",
      "not crashed",
    ],
    [
      {
        prepare: (graph) =>
          graph.failNext("/debug_token", {
            status: 400,
            body: { error: { code: 100, message: "Not the app's owner" } },
          }),
      },
      "– Meta does not say what the token may do",
      "✓ A request without a signature is rejected.",
    ],
    [
      { settings: { WHATSAPP_APP_SECRET: "f".repeat(32) } },
      "✗ Meta does not accept WHATSAPP_APP_SECRET for the app of the token",
    ],
    [
      { settings: { WHATSAPP_ACCESS_TOKEN: "another-token-of-this-test" } },
      "✗ Meta does not accept WHATSAPP_ACCESS_TOKEN",
    ],
    [AWAY, "✗ Meta cannot be reached", "→ Run this again later."],
  ],
);

describeCheck(
  "messenger",
  startGraphServer,
  ({ url }) => ({
    MESSENGER_PAGE_TOKEN: GRAPH_TOKEN,
    MESSENGER_APP_SECRET: META_APP_SECRET,
    MESSENGER_VERIFY_TOKEN: META_VERIFY_TOKEN,
    MESSENGER_API_ROOT: url,
  }),
  [
    [{}, "✓ The page is Parley.", "✓ The page is subscribed to the app."],
    [
      {
        prepare({ app }) {
          for (const webhook of app.webhooks) webhook.fields = ["messages"];
          app.isPageSubscribed = false;
        },
      },
      "✗ The webhook does not include: messaging_postb",
      "– Replies in an app of Meta's do not pause the bot",
      "✗ The page is not subscribed to the app",
    ],
    [
      {
        prepare: ({ app }) =>
          void Object.assign(app, { webhooks: [], scopes: [] }),
      },
      "! The app has no webhook: Meta sends no messages.",
      "✗ The token lacks the permission pages_messaging",
      "✓ The page is subscribed to the app.",
    ],
    [
      { settings: { MESSENGER_PAGE_TOKEN: "another-token-of-this-test" } },
      "✗ Meta does not accept MESSENGER_PAGE_TOKEN",
    ],
  ],
);

import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
import { createDoctorWorld, unwrap, type DoctorWorld } from "./doctor-world.ts";

let world: DoctorWorld;
let line: Awaited<ReturnType<typeof startLineServer>>;
let graph: Awaited<ReturnType<typeof startGraphServer>>;
beforeAll(async () => {
  [world, line, graph] = await Promise.all([
    createDoctorWorld(),
    startLineServer(),
    startGraphServer(),
  ]);
});
afterAll(() => Promise.all([world.close(), line.close(), graph.close()]));

/**
 * Returns the doctor's output for a channel, after checking that it shows no
 * secret.
 */
async function run(channel: string, settings: Record<string, string>) {
  const { output } = await world.run(["--only", channel], { settings });
  for (const [name, value] of Object.entries(settings))
    if (/TOKEN|SECRET/.test(name)) expect(output).not.toContain(value);
  return unwrap(output);
}

const LINE = (token: string) => ({
  LINE_CHANNEL_SECRET: "0123456789abcdef0123456789abcdef",
  LINE_CHANNEL_ACCESS_TOKEN: token,
  LINE_API_ROOT: line.url,
});
const WHATSAPP = (token: string) => ({
  WHATSAPP_ACCESS_TOKEN: token,
  WHATSAPP_PHONE_NUMBER_ID: PHONE_NUMBER_ID,
  WHATSAPP_APP_SECRET: META_APP_SECRET,
  WHATSAPP_VERIFY_TOKEN: META_VERIFY_TOKEN,
  WHATSAPP_API_ROOT: graph.url,
});
const MESSENGER = (token: string) => ({
  MESSENGER_PAGE_TOKEN: token,
  MESSENGER_APP_SECRET: META_APP_SECRET,
  MESSENGER_VERIFY_TOKEN: META_VERIFY_TOKEN,
  MESSENGER_API_ROOT: graph.url,
});
const OTHER_TOKEN = "another-token-of-this-test-2";

describe("LINE, WhatsApp and Messenger in the doctor", () => {
  it("report the token's owner", async () => {
    const said = await run("line", LINE(LINE_TOKEN));
    expect(said).toContain("✓ The bot is Parley (@parley).");
    expect(said).toContain("✓ LINE's test webhook arrives.");
    expect(await run("whatsapp", WHATSAPP(GRAPH_TOKEN))).toContain(
      "✓ The number is +1 555 0100 (Parley).",
    );
    expect(await run("messenger", MESSENGER(GRAPH_TOKEN))).toContain(
      "✓ The page is Parley.",
    );
  });

  it("report what is wrong with LINE's webhook", async () => {
    const runWith = async (webhook: Partial<typeof line.webhook>) => {
      const before = { ...line.webhook };
      Object.assign(line.webhook, webhook);
      const said = await run("line", LINE(LINE_TOKEN));
      Object.assign(line.webhook, before);
      return said;
    };
    expect(await runWith({ active: false })).toContain(
      "! LINE does not use its webhook URL https://bot.example/line/webhook.",
    );
    expect(await runWith({ endpoint: "" })).toContain(
      "! The channel has no webhook URL: LINE sends no messages.",
    );
    expect(await runWith({ status: 401 })).toContain(
      "✗ LINE's test webhook is rejected (401): LINE_CHANNEL_SECRET",
    );
    expect(await runWith({ status: 404 })).toContain(
      "✗ LINE's test webhook does not arrive: ERROR_STATUS_CODE (404).",
    );
  });

  it("report missing permissions and the expiry of Meta's tokens", async () => {
    const { app } = graph;
    const good = await run("whatsapp", WHATSAPP(GRAPH_TOKEN));
    expect(good).toContain(
      "✓ The token has the permission whatsapp_business_messaging.",
    );
    expect(good).toContain(
      "✓ Meta sends its messages to https://bot.example/whatsapp/webhook.",
    );
    const { scopes } = app;
    Object.assign(app, { scopes: [], expiresAt: 1_790_000_000 });
    const poor = await run("whatsapp", WHATSAPP(GRAPH_TOKEN));
    expect(poor).toContain(
      "✗ The token lacks the permission whatsapp_business_messaging",
    );
    expect(poor).toContain("! The token ends at 2026-09-21T");
    expect(await run("messenger", MESSENGER(GRAPH_TOKEN))).toContain(
      "✗ The token lacks the permission pages_messaging",
    );
    app.expiresAt = Number.MAX_SAFE_INTEGER;
    expect(await run("whatsapp", WHATSAPP(GRAPH_TOKEN))).not.toContain(
      "! The token ends",
    );
    Object.assign(app, { scopes, expiresAt: 0 });
  });

  it("report a wrong app secret, a missing webhook, and missing fields", async () => {
    const { app } = graph;
    const other = {
      ...WHATSAPP(GRAPH_TOKEN),
      WHATSAPP_APP_SECRET: "f".repeat(32),
    };
    expect(await run("whatsapp", other)).toContain(
      "✗ Meta does not accept WHATSAPP_APP_SECRET for the app of the token",
    );
    const { webhooks } = app;
    app.webhooks = webhooks.map((webhook) => ({
      ...webhook,
      fields: ["messages"],
    }));
    app.isPageSubscribed = false;
    const half = await run("messenger", MESSENGER(GRAPH_TOKEN));
    expect(half).toContain("✗ The webhook does not include: messaging_postb");
    expect(half).toContain("✗ The page is not subscribed to the app");
    app.webhooks = [];
    expect(await run("messenger", MESSENGER(GRAPH_TOKEN))).toContain(
      "! The app has no webhook: Meta sends no messages.",
    );
    Object.assign(app, { webhooks, isPageSubscribed: true });
    expect(await run("messenger", MESSENGER(GRAPH_TOKEN))).toContain(
      "✓ The page is subscribed to the app.",
    );
  });

  it("continue if Meta does not reveal a token's permissions", async () => {
    const refusal = { error: { code: 100, message: "Not the app's owner" } };
    graph.failNext("/debug_token", { status: 400, body: refusal });
    const said = await run("whatsapp", WHATSAPP(GRAPH_TOKEN));
    expect(said).toContain("– Meta does not say what the token may do");
    expect(said).toContain("✓ A request without a signature is rejected.");
  });

  it("report a wrong token", async () => {
    expect(await run("line", LINE(OTHER_TOKEN))).toContain(
      "✗ LINE does not accept LINE_CHANNEL_ACCESS_TOKEN (HTTP 401).",
    );
    expect(await run("whatsapp", WHATSAPP(OTHER_TOKEN))).toContain(
      "✗ Meta does not accept WHATSAPP_ACCESS_TOKEN",
    );
    expect(await run("messenger", MESSENGER(OTHER_TOKEN))).toContain(
      "✗ Meta does not accept MESSENGER_PAGE_TOKEN",
    );
  });
});

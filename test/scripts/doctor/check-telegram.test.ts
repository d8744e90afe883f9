import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  PARLEY_WEBHOOK_SECRET,
  problem,
  type ParleyReply,
} from "../../stubs/parley-server.ts";
import {
  startTelegramServer,
  type TelegramServer,
} from "../../stubs/telegram-server.ts";
import { createDoctorWorld, unwrap, type DoctorWorld } from "./doctor-world.ts";

let world: DoctorWorld;
let telegram: TelegramServer;
beforeEach(async () => {
  [world, telegram] = await Promise.all([
    createDoctorWorld(),
    startTelegramServer(),
  ]);
});
afterEach(async () => {
  await Promise.all([world.close(), telegram.close()]);
});

async function run(
  given: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
) {
  const all = {
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_WEBHOOK_SECRET: PARLEY_WEBHOOK_SECRET,
    TELEGRAM_API_ROOT: telegram.url,
    ...settings,
  };
  const { code, output } = await world.run(["--only", "telegram", ...given], {
    settings: all,
  });
  expect(output).not.toContain(all.TELEGRAM_BOT_TOKEN);
  expect(output).not.toContain(all.TELEGRAM_WEBHOOK_SECRET);
  return { code, output: unwrap(output) };
}

/** The updates that reached Parley. */
const updates = () => world.parley.requests.map(({ body }) => body);

const WRONG_SECRET = {
  TELEGRAM_WEBHOOK_SECRET: "another-webhook-secret-of-these-tests",
};
const ACCEPTED = "✓ An update with the right secret is accepted.";

describe("Telegram", () => {
  it("reports the bot, and that Parley accepts updates only with the secret, which cause no replies", async () => {
    const { code, output } = await run();
    expect(code).toBe(0);
    for (const line of [
      "✓ The bot is @parley_test_bot.",
      "✓ It has no webhook: `npm run telegram:poll`",
      "✓ A request without a signature is rejected.",
      ACCEPTED,
    ])
      expect(output).toContain(line);
    const poll = { update_id: expect.any(Number), poll: expect.anything() };
    expect(updates()).toEqual([undefined, {}, poll]);
    expect(telegram.calls.map(({ method }) => method)).toEqual([
      "getMe",
      "getWebhookInfo",
    ]);
  });

  it("makes the bot answer in the operator's chat if one is given", async () => {
    const { code, output } = await run(["--chat", "4711"]);
    expect(code).toBe(0);
    expect(output).toContain("✓ /help from chat 4711 is accepted");
    expect(updates().at(-1)).toMatchObject({
      message: { chat: { id: 4711, type: "private" }, text: "/help" },
    });
  });

  it.each<[Readonly<Record<string, string>>, ...string[]]>([
    // Parley is checked still.
    [
      { TELEGRAM_BOT_TOKEN: "1:wrong-token" },
      "✗ Telegram answered 401: Unauthorized\n    → Telegram does not know this bot.",
      ACCEPTED,
    ],
    [
      { TELEGRAM_API_ROOT: "http://127.0.0.1:1" },
      "✗ Telegram could not be reached at http://127.0.0.1:1.\n    → Check the network",
    ],
    [
      WRONG_SECRET,
      "✗ An update with the right secret is not accepted: HTTP 401; Scripted.\n    → TELEGRAM_WEBHOOK_SECRET differs between here and the deployment.",
    ],
  ])("says what is wrong: %j", async (settings, ...lines) => {
    const { code, output } = await run([], settings);
    expect(code).toBe(1);
    for (const line of lines) expect(output).toContain(line);
  });

  it.each<[ParleyReply, string]>([
    [problem(404, "unknown-route"), "✗ The channel is off there."],
    [
      { status: 200, body: "<h1>Hello</h1>" },
      "✗ A request without a signature was not rejected: HTTP 200",
    ],
  ])("finds no channel at Parley (%#)", async (reply, found) => {
    world.parley.script("POST /telegram/webhook", reply);
    const { code, output } = await run(["--chat", "4711"]);
    expect(code).toBe(1);
    expect(output).toContain(found);
    // Nothing else, above all not the secret, is sent to another server.
    expect(updates()).toHaveLength(2);
  });

  it("is reported as off", async () => {
    const { code, output } = await world.run(["--only", "telegram"]);
    expect(code).toBe(0);
    expect(unwrap(output)).toContain(
      "– Off: TELEGRAM_BOT_TOKEN and TELEGRAM_WEBHOOK_SECRET are not set here.",
    );
  });
});

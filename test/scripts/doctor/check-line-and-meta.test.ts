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
import { createDoctorWorld, type DoctorWorld, unwrap } from "./doctor-world.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

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

/** What the doctor says of the channel with these settings, in which it shows no secret. */
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
  it("know whose token it is", async () => {
    const said = await run("line", LINE(LINE_TOKEN));
    expect(said).toContain("✓ The bot is Parley (@parley).");
    expect(said).toContain("! LINE does not use its webhook URL");
    expect(await run("whatsapp", WHATSAPP(GRAPH_TOKEN))).toContain(
      "✓ The number is +1 555 0100 (Parley).",
    );
    expect(await run("messenger", MESSENGER(GRAPH_TOKEN))).toContain(
      "✓ The page is Parley.",
    );
  });

  it("say that the token is wrong", async () => {
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

import { describe, expect, it } from "vitest";
import {
  checkAddress,
  loadCheck,
} from "../../../scripts/doctor/check-channel.ts";
import type { ConfiguredExamination } from "../../../scripts/doctor/examination.ts";
import type { Finding } from "../../../scripts/doctor/report.ts";
import { CHANNEL_CATALOGUE } from "../../../src/channels/channel-catalogue.ts";
import { parseConfig } from "../../../src/config/parse-config.ts";
import { DISCORD_PUBLIC_KEY } from "../../fixtures/discord-requests.ts";
import {
  META_APP_SECRET,
  META_VERIFY_TOKEN,
} from "../../fixtures/meta-requests.ts";
import { startDiscordServer } from "../../stubs/discord-server.ts";
import {
  GRAPH_TOKEN,
  PHONE_NUMBER_ID,
  startGraphServer,
} from "../../stubs/graph-server.ts";
import { LINE_TOKEN, startLineServer } from "../../stubs/line-server.ts";

const PAGE = "https://page.lambda-url.eu-west-1.on.aws";
const INTAKE = "https://intake.lambda-url.eu-west-1.on.aws";
const SECRET = "0123456789abcdef0123456789abcdef";

/** Checks a deployment that does not answer, so that only the platforms do. */
function examine(
  url: string,
  settings: Readonly<Record<string, string>> = {},
): ConfiguredExamination {
  return {
    order: {
      kind: "check",
      target: { url, isLocal: url.startsWith("http:") },
      stages: undefined,
      chat: undefined,
      query: "",
      isJson: false,
    },
    settings: expect.anything(),
    config: parseConfig(settings),
    client: { call: () => expect.unreachable() },
    health: async () => ({ kind: "unreachable", reason: "no" }),
    signal: new AbortController().signal,
  };
}

describe("the address of a webhook", () => {
  const judge = (url: string, address: string) =>
    checkAddress(examine(url).order, {
      platform: "LINE",
      address,
      path: "/line/webhook",
      advice: "Set it.",
    });

  it.each([
    ["https://bot.example", "https://bot.example/line/webhook"],
    [PAGE, `${INTAKE}/line/webhook`],
    ["http://127.0.0.1:8787", "https://tunnel.example/line/webhook"],
  ])("is right for %s: %s", (url, address) => {
    expect(judge(url, address)).toMatchObject({ kind: "passed" });
  });

  it.each([
    ["https://bot.example", "https://old.example/line/webhook"],
    ["https://bot.example", "https://bot.example/webhook"],
    [PAGE, `${PAGE}/line/webhook`],
    [PAGE, "https://bot.example/line/webhook"],
    [PAGE, `${INTAKE}/webhook`],
  ])("is wrong for %s: %s", (url, address) => {
    expect(judge(url, address)).toMatchObject({ kind: "failed" });
  });
});

describe("a platform that says where it sends messages", () => {
  it.each([
    [
      "line",
      async () => {
        const server = await startLineServer();
        const settings = {
          LINE_CHANNEL_SECRET: SECRET,
          LINE_CHANNEL_ACCESS_TOKEN: LINE_TOKEN,
          LINE_API_ROOT: server.url,
        };
        return { server, settings };
      },
    ],
    [
      "whatsapp",
      async () => {
        const server = await startGraphServer();
        const settings = {
          WHATSAPP_ACCESS_TOKEN: GRAPH_TOKEN,
          WHATSAPP_PHONE_NUMBER_ID: PHONE_NUMBER_ID,
          WHATSAPP_APP_SECRET: META_APP_SECRET,
          WHATSAPP_VERIFY_TOKEN: META_VERIFY_TOKEN,
          WHATSAPP_API_ROOT: server.url,
        };
        return { server, settings };
      },
    ],
    [
      "messenger",
      async () => {
        const server = await startGraphServer();
        const settings = {
          MESSENGER_PAGE_TOKEN: GRAPH_TOKEN,
          MESSENGER_APP_SECRET: META_APP_SECRET,
          MESSENGER_VERIFY_TOKEN: META_VERIFY_TOKEN,
          MESSENGER_API_ROOT: server.url,
        };
        return { server, settings };
      },
    ],
    [
      "discord",
      async () => {
        const server = await startDiscordServer();
        const settings = {
          DISCORD_BOT_TOKEN: server.token,
          DISCORD_PUBLIC_KEY,
          DISCORD_API_ROOT: server.url,
        };
        return { server, settings };
      },
    ],
  ])("is compared with the deployment: %s", async (name, start) => {
    const { server, settings } = await start();
    const run = (url: string) => listFindings(name, examine(url, settings));
    expect(await run("https://bot.example")).toContainEqual(
      expect.objectContaining({
        kind: "passed",
        text: expect.stringContaining("sends its messages to https://bot."),
      }),
    );
    expect(await run("https://new.example")).toContainEqual(
      expect.objectContaining({
        kind: "failed",
        text: expect.stringContaining("and not to https://new.example/"),
      }),
    );
    await server.close();
  });
});

async function listFindings(
  name: string,
  examination: ConfiguredExamination,
): Promise<readonly Finding[]> {
  const definition = CHANNEL_CATALOGUE.find((one) => one.name === name);
  if (definition === undefined) throw new Error(`no channel ${name}`);
  return Array.fromAsync(loadCheck(definition)(examination));
}

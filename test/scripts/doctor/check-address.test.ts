import { describe, expect, it } from "vitest";
import {
  checkAddress,
  loadCheck,
} from "../../../scripts/doctor/check-channel.ts";
import type { ConfiguredExamination } from "../../../scripts/doctor/examination.ts";
import { LINE } from "../../../src/channels/line/line-definition.ts";
import { parseConfig } from "../../../src/config/parse-config.ts";
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
  it("is compared with the deployment", async () => {
    const server = await startLineServer();
    const settings = {
      LINE_CHANNEL_SECRET: SECRET,
      LINE_CHANNEL_ACCESS_TOKEN: LINE_TOKEN,
      LINE_API_ROOT: server.url,
    };
    const run = (url: string) =>
      Array.fromAsync(loadCheck(LINE)(examine(url, settings)));
    expect(await run("https://bot.example")).toContainEqual({
      kind: "passed",
      text: "LINE sends its messages to https://bot.example/line/webhook.",
    });
    expect(await run("https://new.example")).toContainEqual(
      expect.objectContaining({
        kind: "failed",
        text: expect.stringContaining("and not to https://new.example/line/"),
      }),
    );
    await server.close();
  });
});

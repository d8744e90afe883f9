import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkModel } from "../../../scripts/doctor/check-model.ts";
import { parseDoctorArguments } from "../../../scripts/doctor/doctor-arguments.ts";
import { parseConfig } from "../../../src/config/parse-config.ts";
import {
  startOpenAIServer,
  type OpenAIServer,
  type StubReply,
} from "../../stubs/openai-server.ts";
import { createDoctorWorld, unwrap, type DoctorWorld } from "./doctor-world.ts";

const KEY = "sk-the-key-of-the-model";

let world: DoctorWorld;
let model: OpenAIServer;
beforeEach(async () => {
  [world, model] = await Promise.all([
    createDoctorWorld(),
    startOpenAIServer(),
  ]);
});
afterEach(async () => {
  await Promise.all([world.close(), model.close()]);
});

async function run(settings: Readonly<Record<string, string>> = {}) {
  const { code, output } = await world.run(["--only", "model"], {
    settings: {
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: model.url,
      OPENAI_MODEL: "stub",
      ...settings,
    },
  });
  expect(output).not.toContain(KEY);
  return { code, output: unwrap(output) };
}

/** An error in OpenAI's format. */
function refusal(
  status: number,
  {
    message = "Scripted.",
    code = null,
  }: { message?: string; code?: string | null } = {},
): StubReply {
  return {
    status,
    headers: { "x-should-retry": "false" },
    body: { error: { message, type: "stub", param: null, code } },
  };
}

describe("the model", () => {
  it("answers, streams and reports tokens", async () => {
    model.reply("1 2 3 4 5");
    const { code, output } = await run();
    expect(code).toBe(0);
    expect(output).toMatch(
      /✓ stub answers; its first text came after [\d.]+ m?s\. \([\d.]+ m?s\)/,
    );
    expect(output).toMatch(/✓ It (?:streams|answers too quickly)/);
    expect(output).toContain("✓ It reports its tokens: 12 in, 5 out.");
    expect(model.requests).toHaveLength(1);
  });

  it("is asked for a text completion if configured so", async () => {
    model.reply("1 2 3");
    await run({ OPENAI_API: "completions" });
    expect(model.requests[0]?.path).toBe("/v1/completions");
  });

  it("warns if it neither streams nor reports tokens", async () => {
    model.reply(async () => {
      await new Promise((resolve) => setTimeout(resolve, 250));
      return { chunks: ["1 2 3"], usage: null };
    });
    const { code, output } = await run();
    expect(code).toBe(0);
    expect(output).toContain("! It does not stream");
    expect(output).toContain("! It does not report its tokens.");
  });

  it("is aborted if it writes without end", async () => {
    const chunks = Array.from({ length: 200 }, (_, index) => `word${index} `);
    model.reply({ chunks });
    expect((await run()).output).toContain("✓ stub answers");
  });

  it.each<[StubReply, Readonly<Record<string, string>>, ...string[]]>([
    [
      { chunks: [], finishReason: "length" },
      {},
      "✗ stub returned an empty answer.",
    ],
    [
      refusal(401, { message: `Incorrect API key provided: ${KEY}.` }),
      {},
      "✗ stub does not accept the key (HTTP 401). It said: 401 Incorrect API key provided: [key].",
      "→ Copy OPENAI_API_KEY again",
    ],
    [refusal(401), { OPENAI_API_KEY: "" }, "wants a key: set OPENAI_API_KEY."],
    [
      refusal(404, { message: "The model does not exist." }),
      {},
      "✗ stub is not known there (HTTP 404). It said: 404 The model does not exist.",
      "→ Is stub (OPENAI_MODEL) the name of a model",
    ],
    [
      refusal(400, { message: "Bad parameter." }),
      {},
      "✗ stub refuses the request (HTTP 400)",
      "→ Compare OPENAI_MODEL, OPENAI_API and OPENAI_EXTRA_BODY",
    ],
    [
      refusal(429, { code: "insufficient_quota" }),
      {},
      "✗ stub has no credit left (HTTP 429)",
      "→ Add credit to the account at 127.0.0.1",
    ],
    [
      refusal(429),
      {},
      "✗ stub is rate-limited (HTTP 429)",
      "→ Run this again in 60 s.",
    ],
    [
      { status: 429, headers: { "retry-after": "90" } },
      {},
      "→ Run this again in 90 s.",
    ],
    [
      refusal(503),
      {},
      "✗ stub fails (HTTP 503)",
      "→ Something is wrong at 127.0.0.1",
    ],
    [
      { chunks: ["1 ", new Promise(() => {})] },
      { AGENT_TIMEOUT_SECONDS: "1" },
      "✗ stub did not finish its answer within 1 s.",
    ],
  ])(
    "fails, and what to do about it (%#)",
    async (reply, settings, ...lines) => {
      model.reply(reply);
      const { code, output } = await run(settings);
      expect(code).toBe(1);
      for (const line of lines) expect(output).toContain(line);
    },
  );

  it("cannot be reached", async () => {
    const { output, code } = await run({
      OPENAI_BASE_URL: "http://127.0.0.1:1/v1",
    });
    expect(code).toBe(1);
    expect(output).toContain(
      "→ Is the server at 127.0.0.1:1 running, and OPENAI_BASE_URL its address?",
    );
    expect(output).not.toContain("on this computer");
  });

  it.each([
    [401, "For a key of another provider, set OPENAI_BASE_URL"],
    [404, "Is gpt-5.5 (OPENAI_MODEL) the name of a model"],
  ])(
    "is advised on with no OPENAI_BASE_URL set (HTTP %d)",
    async (status, advice) => {
      model.reply(refusal(status));
      const order = parseDoctorArguments([]);
      if (order.kind !== "check") throw new Error("The arguments are right.");
      const findings = checkModel({
        order,
        config: parseConfig({
          OPENAI_API_KEY: KEY,
          OPENAI_BASE_URL: model.url,
        }),
        settings: { sources: new Map() },
        signal: new AbortController().signal,
      });
      const [found] = await Array.fromAsync(findings);
      const said = JSON.stringify(found);
      expect(said).toContain(advice);
      expect(said).not.toContain("Does OPENAI_BASE_URL");
    },
  );

  it("is checked, as are all fallbacks", async () => {
    model.reply("1 2 3");
    model.reply(refusal(404));
    const { code, output } = await run({ OPENAI_FALLBACK_MODELS: "spare" });
    expect(code).toBe(1);
    expect(output).toContain("✓ stub answers");
    expect(output).toContain(
      "→ Is spare (OPENAI_FALLBACK_MODELS) the name of a model",
    );
    expect(model.requests.map(({ body }) => body.model)).toEqual([
      "stub",
      "spare",
    ]);
  });
});

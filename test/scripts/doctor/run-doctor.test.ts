import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  DOCTOR_USAGE,
  STAGE_NAMES,
} from "../../../scripts/doctor/doctor-arguments.ts";
import { CHANNEL_CATALOGUE } from "../../../src/channels/channel-catalogue.ts";
import {
  startOpenAIServer,
  type OpenAIServer,
} from "../../stubs/openai-server.ts";
import {
  PARLEY_KEY,
  PARLEY_WEBHOOK_SECRET,
} from "../../stubs/parley-server.ts";
import {
  startSearchServer,
  type SearchServer,
} from "../../stubs/search-server.ts";
import { SEARCH_SERVICES } from "../../stubs/search-services.ts";
import {
  startTelegramServer,
  type TelegramServer,
} from "../../stubs/telegram-server.ts";
import { createDoctorWorld, type DoctorWorld } from "./doctor-world.ts";

const MODEL_KEY = "sk-the-key-of-the-model";
const DEPLOYMENT_SECRET = "kQ8vZ2mX5tR7wB1nJ4hL6pD9sF3gC0yE";
const CALLBACK_SECRET = `whsec_${btoa("callbacks-of-the-shop-in-tests")}`;
const SCRIPT = join(import.meta.dirname, "../../../scripts/doctor.ts");

let world: DoctorWorld;
let model: OpenAIServer;
let telegram: TelegramServer;
let wikipedia: SearchServer;
beforeEach(async () => {
  [world, model, telegram, wikipedia] = await Promise.all([
    createDoctorWorld(),
    startOpenAIServer({ respond: () => "1 2 3" }),
    startTelegramServer(),
    startSearchServer(SEARCH_SERVICES.wikipedia),
  ]);
});
afterEach(async () => {
  const running = [world, model, telegram, wikipedia];
  await Promise.all(running.map((each) => each.close()));
});

const settings = () => ({
  OPENAI_API_KEY: MODEL_KEY,
  OPENAI_BASE_URL: model.url,
  OPENAI_MODEL: "stub",
  WIKIPEDIA_BASE_URL: wikipedia.url,
  WEBHOOK_API_KEYS: `shop:${PARLEY_KEY}`,
  PARLEY_SECRET: DEPLOYMENT_SECRET,
  WEBHOOK_CALLBACK_SECRETS: `shop:${CALLBACK_SECRET}`,
  TELEGRAM_BOT_TOKEN: telegram.token,
  TELEGRAM_WEBHOOK_SECRET: PARLEY_WEBHOOK_SECRET,
  TELEGRAM_API_ROOT: telegram.url,
});

describe("npm run doctor", () => {
  it("runs every stage in order", async () => {
    const { code, output } = await world.run([], { settings: settings() });
    expect(code).toBe(0);
    const headings = output.match(/^[A-Z]\w+(?= at |$)/gm);
    // Telegram is the only channel set up.
    const off = CHANNEL_CATALOGUE.map(({ name }) => name).filter(
      (name) => name !== "telegram",
    );
    expect(headings?.map((heading) => heading.toLowerCase())).toEqual(
      STAGE_NAMES.filter((name) => !off.includes(name)),
    );
    // The Parley stub reports the demo model and no Telegram.
    expect(output).toMatch(
      /\nWorks: 1 with warnings, \d+ passed, [12] skipped\.$/,
    );
  });

  it("redacts secrets that providers quote", async () => {
    const all = settings();
    const secrets = [
      MODEL_KEY,
      PARLEY_KEY,
      PARLEY_WEBHOOK_SECRET,
      DEPLOYMENT_SECRET,
      CALLBACK_SECRET,
      telegram.token,
    ];
    const quote = secrets.join(" and ");
    model.reply({ status: 400, body: { error: { message: quote } } });
    world.parley.script("DELETE /v1/conversations/:id", {
      status: 500,
      body: { type: "about:blank", detail: quote },
    });
    for (const given of [[], ["--json"]]) {
      const { code, output } = await world.run(given, { settings: all });
      expect(code).toBe(1);
      expect(output).toContain("[secret] and [secret]");
      for (const secret of secrets) expect(output).not.toContain(secret);
    }
  });

  it("shows the names of variables, which are no secrets", async () => {
    const { output } = await world.run(["--only", "configuration"], {
      settings: { ...settings(), TELEGRAM_DAILY_TOKENS: "50%" },
    });
    expect(output).toContain("TELEGRAM_DAILY_TOKENS");
  });

  it("fits into 80 columns", async () => {
    const detail = `${"word ".repeat(50)}${"字".repeat(10)}`;
    world.parley.script("POST /v1/messages", {
      status: 500,
      body: { type: "about:blank", detail },
    });
    const { output } = await world.run([], { settings: settings() });
    const wide = output.split("\n").filter((line) => line.length > 80);
    expect(wide).toEqual([]);
  });

  it("runs the selected stages only", async () => {
    const { output } = await world.run(["--only", "telegram,model"], {
      settings: settings(),
    });
    expect(output.match(/^[A-Z]\w+$/gm)).toEqual(["Model", "Telegram"]);
  });

  it("writes JSON for programs", async () => {
    const { code, output } = await world.run(["--json", "--only", "model"], {
      settings: { ...settings(), OPENAI_FALLBACK_MODELS: "spare" },
    });
    expect(code).toBe(0);
    expect(JSON.parse(output)).toEqual({
      url: world.parley.url,
      summary: { passed: 6, warning: 0, failed: 0, skipped: 0 },
      findings: expect.arrayContaining([
        {
          stage: "model",
          kind: "passed",
          text: expect.stringContaining("spare answers"),
          ms: expect.any(Number),
        },
      ]),
    });
  });

  it("uses colours only if enabled", async () => {
    const options = { settings: settings() };
    const { output } = await world.run(["--only", "parley"], options);
    expect(stripVTControlCharacters(output)).toBe(output);
    const coloured = await world.run(["--only", "parley"], {
      ...options,
      hasColours: true,
    });
    expect(coloured.output).toContain("\u001B[32m✓\u001B[39m Parley");
    expect(coloured.output).toContain(
      "\u001B[33m!\u001B[39m Its configuration",
    );
  });

  it("prints its usage", async () => {
    expect(await world.run(["--help"])).toEqual({
      code: 0,
      output: DOCTOR_USAGE,
    });
    expect(await world.run(["--all"])).toEqual({
      code: 1,
      output: `There is no option --all.\n\n${DOCTOR_USAGE}`,
    });
    const wide = DOCTOR_USAGE.split("\n").filter((line) => line.length > 80);
    expect(wide).toEqual([]);
  });
});

describe("npm run doctor as a program", () => {
  it("prints without colours into a pipe, and exits with 1 if a check fails", async () => {
    await expect(
      promisify(execFile)(
        process.execPath,
        [SCRIPT, "--only", "parley", "--url", world.parley.url],
        { cwd: tmpdir(), env: {} },
      ),
    ).resolves.toMatchObject({
      stdout: expect.stringMatching(/^Parley at .*\n {2}✓ Parley/),
    });
    await expect(
      promisify(execFile)(
        process.execPath,
        [SCRIPT, "--only", "parley", "--url", "http://127.0.0.1:1"],
        { cwd: tmpdir(), env: {} },
      ),
    ).rejects.toMatchObject({ code: 1 });
  });

  it("ends on Ctrl-C", async () => {
    world.parley.script("GET /healthz", "hang");
    const child = spawn(
      process.execPath,
      [SCRIPT, "--only", "parley", "--url", world.parley.url],
      { cwd: tmpdir(), env: {} },
    );
    let output = "";
    child.stdout
      .setEncoding("utf8")
      .on("data", (text: string) => void (output += text));
    const exit = once(child, "exit");
    await world.parley.waitFor("GET /healthz");
    child.kill("SIGINT");
    expect(await exit).toEqual([130, null]);
    expect(output).toContain("Stopped.\n");
  });
});

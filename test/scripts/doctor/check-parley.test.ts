import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkParley } from "../../../scripts/doctor/check-parley.ts";
import { parseDoctorArguments } from "../../../scripts/doctor/doctor-arguments.ts";
import type { HealthReading } from "../../../scripts/parley-client.ts";
import { parseConfig } from "../../../src/config/parse-config.ts";
import { PARLEY_HEALTH, problem } from "../../stubs/parley-server.ts";
import { createDoctorWorld, unwrap, type DoctorWorld } from "./doctor-world.ts";

let world: DoctorWorld;
beforeEach(async () => void (world = await createDoctorWorld()));
afterEach(() => world.close());

async function run(settings: Readonly<Record<string, string>> = {}) {
  const { code, output } = await world.run(["--only", "parley"], { settings });
  return { code, output: unwrap(output) };
}

describe("the running Parley", () => {
  it("answers, with the configuration of this computer", async () => {
    const { code, output } = await run();
    expect(code).toBe(0);
    expect(output).toMatch(
      /^Parley at http:\S+\n {2}✓ Parley \S+ answers; model demo, tools search, calculator, channels webhook, web\. \([\d.]+ m?s\)\n {2}✓ Its configuration matches this one\.\n\nAll checks passed/,
    );
  });

  it("reports a different configuration", async () => {
    const { code, output } = await run({
      OPENAI_API_KEY: "sk-1",
      TOOLS: "calculator",
      TELEGRAM_BOT_TOKEN: "1:a",
      TELEGRAM_WEBHOOK_SECRET: "b",
    });
    expect(code).toBe(0);
    expect(output).toContain(
      "! Its configuration differs from this one: model there demo, here gpt-5.5; tools there search, calculator, here calculator; telegram there off, here on.",
    );
    expect(output).toContain("restart `npm run dev`: it is read once");
    expect(output).toContain("passed by --var is not known here");
  });

  it("warns if its version differs from the code here", async () => {
    const body = { ...PARLEY_HEALTH, version: "0.0.1" };
    world.parley.script("GET /healthz", { status: 200, body });
    const { code, output } = await run();
    expect(code).toBe(0);
    expect(output).toContain("✓ Parley 0.0.1 answers");
    expect(output).toContain("! The code here is Parley ");
  });

  it("names the variables to fix if it refuses to start", async () => {
    const errors = [
      { pointer: "/OPENAI_BASE_URL", detail: "is not an http(s) address" },
      { pointer: "/WEB_CHAT", detail: "must be one of local, off" },
    ];
    const answer = problem(503, "wrong-configuration", { errors });
    world.parley.script("GET /healthz", answer);
    const { code, output } = await run();
    expect(code).toBe(1);
    expect(output).toContain(
      "✗ It refuses to start: OPENAI_BASE_URL is not an http(s) address.\n    → Fix it in .dev.vars",
    );
    expect(output).toContain("✗ It refuses to start: WEB_CHAT must be");
  });

  it.each([
    [200, "<h1>Hello</h1>"],
    [200, { status: "fine" }],
    [302, "Log in"],
    [503, { error: "no worker" }],
  ])("is not what answers with %d and %j", async (status, body) => {
    world.parley.script("GET /healthz", { status, body });
    const { code, output } = await run();
    expect(code).toBe(1);
    expect(output).toContain(
      `✗ The server there is not Parley: HTTP ${status} for ${world.parley.url}/healthz.`,
    );
  });

  it("skips dependent checks if it does not answer", async () => {
    await world.parley.close();
    const { code, output } = await world.run(
      ["--only", "parley,tools,storage,telegram"],
      {
        settings: {
          TOOLS: "library",
          TELEGRAM_BOT_TOKEN: "1:a",
          TELEGRAM_WEBHOOK_SECRET: "b",
          TELEGRAM_API_ROOT: "http://127.0.0.1:1",
        },
      },
    );
    expect(code).toBe(1);
    expect(output).toContain(
      "✗ Parley does not answer: nothing is listening there.\n    → Start it with `npm run dev`.",
    );
    const skipped = unwrap(output).match(
      /– .*(?:: |since )Parley does not answer/g,
    );
    expect(skipped).toHaveLength(3);
    world = await createDoctorWorld();
  });

  it("advises deploying to fix a deployment", async () => {
    const order = parseDoctorArguments(["--url", "https://parley.example"]);
    if (order.kind !== "check") throw new Error("The arguments are right.");
    const adviceFor = async (reading: HealthReading) => {
      const config = parseConfig({});
      const findings = await Array.fromAsync(
        checkParley({
          order,
          settings: {
            kind: "right",
            config,
            sources: new Map(),
            unknown: [],
          },
          health: async () => reading,
        }),
      );
      return findings.flatMap((found) =>
        "advice" in found ? found.advice : [],
      );
    };
    const health = {
      ...PARLEY_HEALTH,
      status: "ok",
      version: "0.0.1",
    } as const;
    expect(await adviceFor({ kind: "healthy", health, ms: 1 })).toEqual([
      "Deploy it with `npm run deploy`.",
      expect.stringContaining("npx wrangler secret list"),
    ]);
    const reason = "no answer";
    expect(await adviceFor({ kind: "unreachable", reason })).toEqual([
      "Is this the address that `npm run deploy` printed?",
    ]);
    expect(await adviceFor({ kind: "strange", status: 302 })).toEqual([
      expect.stringContaining("Cloudflare Access"),
    ]);
    const errors = [{ pointer: "/TOOLS", detail: "is wrong" }];
    const wrong = { slug: "wrong-configuration", detail: "", errors };
    expect(await adviceFor({ kind: "misconfigured", problem: wrong })).toEqual([
      expect.stringContaining("npx wrangler secret put"),
    ]);
  });
});

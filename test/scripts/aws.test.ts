import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runAws } from "../../scripts/aws/run-aws.ts";
import {
  ACCESS_KEY,
  startParameterServer,
  type ParameterServer,
} from "../stubs/parameter-server.ts";

const BOOTSTRAPPED = "/cdk-bootstrap/hnb659fds/version";
const SETTINGS = "/parley/settings";
/** Synthesizing takes seconds on a busy machine. */
const SLOW = { timeout: 60_000 };

let server: ParameterServer;
let directory: string;
/** Commands run by the CDK, without folders. */
let orders: string[];
/** Exit codes of the next CDK commands; then 0. */
let codes: number[];

beforeEach(async () => {
  server = await startParameterServer();
  directory = await mkdtemp(join(tmpdir(), "parley-aws-"));
  orders = [];
  codes = [];
  vi.stubEnv("AWS_ACCESS_KEY_ID", ACCESS_KEY.id);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", ACCESS_KEY.secret);
  vi.stubEnv("AWS_SESSION_TOKEN", "");
  // Isolates the tests from this machine's configuration.
  for (const name of ["AWS_REGION", "AWS_DEFAULT_REGION", "AWS_PROFILE"])
    vi.stubEnv(name, undefined);
  vi.stubEnv("AWS_CONFIG_FILE", join(directory, "none"));
  vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", join(directory, "none"));
  vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
  await rm(directory, { recursive: true });
});

async function run(
  given: readonly string[],
  environment: Readonly<Record<string, string>> = { AWS_REGION: "eu-west-1" },
): Promise<{ code: 0 | 1; output: string }> {
  const lines: string[] = [];
  const outputFolder = join(directory, "out");
  const code = await runAws({
    arguments: given,
    environment: {
      ...environment,
      AWS_ENDPOINT_URL_SSM: server.url,
      AWS_ENDPOINT_URL_LAMBDA: server.url,
    },
    directory,
    outputFolder,
    build: async ({ folder }) => {
      for (const name of ["http", "worker"]) {
        await mkdir(join(folder, name), { recursive: true });
        await writeFile(join(folder, name, "index.mjs"), `// ${name}`);
      }
      return { http: 2048, worker: 1024 };
    },
    cdkIn: (region) => async (order) => {
      const words = order.map((word) => word.replace(outputFolder, "out"));
      orders.push(`${region}: ${words.join(" ")}`);
      if (order.includes("--outputs-file"))
        await writeFile(
          join(outputFolder, "outputs.json"),
          JSON.stringify({
            parley: {
              Url: "https://abc.lambda-url.eu-west-1.on.aws/",
              TelegramUrl: "https://tel.lambda-url.eu-west-1.on.aws/",
            },
          }),
        );
      return codes.shift() ?? 0;
    },
    print: (line) => lines.push(line),
  });
  return { code, output: lines.join("\n") };
}

const writeSettings = (text: string) =>
  writeFile(join(directory, ".aws.vars"), text);
const prepare = () => server.parameters.set(BOOTSTRAPPED, ["30"]);

describe("npm run deploy:aws", () => {
  it(
    "stores the settings encrypted, deploys both stacks with that version, and prints the next steps",
    SLOW,
    async () => {
      prepare();
      await writeSettings(
        "# Mine\nOPENAI_API_KEY=sk-secret\nOPENAI_MODEL=\nADMIN_API_KEY='long-random-text-of-the-operator'\n",
      );
      const { code, output } = await run(["deploy", "--settings", ".aws.vars"]);
      expect(output).toContain("https://abc.lambda-url.eu-west-1.on.aws/");
      expect(output).toContain("npm run doctor -- --url");
      expect(output).toContain("npm run telegram:webhook -- https://tel");
      expect(code).toBe(0);
      expect(server.parameters.get(SETTINGS)).toEqual([
        '{"ADMIN_API_KEY":"long-random-text-of-the-operator","OPENAI_API_KEY":"sk-secret"}',
      ]);
      expect(orders).toEqual([
        "eu-west-1: deploy --all --app out/cdk.out --require-approval never --outputs-file out/outputs.json",
      ]);
      const template = await readTemplate("parley");
      expect(reservedIn(template)).toEqual(["100", "40"]);
      expect(template).toContain(`${SETTINGS}:1`);
      for (const text of [output, template, await readTemplate("parley-data")])
        expect(text).not.toMatch(/sk-secret|long-random/);
    },
  );

  it(
    "keeps the stored settings, and stores unchanged ones only once",
    SLOW,
    async () => {
      prepare();
      await writeSettings("OPENAI_MODEL=gpt-5.5");
      await run(["deploy", "--settings", ".aws.vars"]);
      await run(["deploy", "--settings", ".aws.vars"]);
      expect(server.parameters.get(SETTINGS)).toHaveLength(1);
      await writeSettings("OPENAI_MODEL=newer");
      await run(["deploy", "--settings", ".aws.vars"]);
      const { code } = await run(["deploy"]);
      expect(code).toBe(0);
      expect(server.parameters.get(SETTINGS)).toHaveLength(2);
      expect(await readTemplate("parley")).toContain(`${SETTINGS}:2`);
    },
  );

  it("separates deployments by name", SLOW, async () => {
    prepare();
    await writeSettings("OPENAI_MODEL=gpt-5.5");
    await run(["deploy", "--name", "shop", "--settings", ".aws.vars"]);
    expect(server.parameters.has("/shop/settings")).toBe(true);
    expect(server.parameters.has(SETTINGS)).toBe(false);
    expect(await readTemplate("shop")).toContain("/shop/settings:1");
  });

  it("rejects invalid settings before any request, naming all variables but no value", async () => {
    await writeSettings(
      "AGENT_MAX_STEPS=secret-1\nTELEGRAM_BOT_TOKEN=123:secret-2\n",
    );
    const { code, output } = await run(["deploy", "--settings", ".aws.vars"]);
    expect(code).toBe(1);
    expect(output).toContain("AGENT_MAX_STEPS");
    expect(output).toContain("TELEGRAM_WEBHOOK_SECRET");
    expect(output).not.toMatch(/secret-[12]/);
    expect(server.asked).toEqual([]);
    expect(orders).toEqual([]);
  });

  it.each([
    ["AWS_REGION=eu-west-1", "AWS_REGION is set by the deployment itself"],
    [`AGENT_INSTRUCTIONS=${"x".repeat(8200)}`, "more than 8192 bytes"],
  ])("refuses settings that cannot be: %.30s", async (line, problem) => {
    await writeSettings(line);
    const { code, output } = await run(["deploy", "--settings", ".aws.vars"]);
    expect(code).toBe(1);
    expect(output).toContain(problem);
  });

  it("explains how to create settings if the file is missing, or none are stored", async () => {
    prepare();
    const missing = await run(["deploy", "--settings", "nothing.vars"]);
    expect(missing.output).toContain("nothing.vars could not be read");
    const never = await run(["deploy"]);
    expect(never.output).toContain("has no settings yet");
    expect([missing.code, never.code]).toEqual([1, 1]);
    expect(orders).toEqual([]);
  });

  it("warns of an unknown variable", SLOW, async () => {
    prepare();
    await writeSettings("OPENAI_MODLE=gpt-5.5");
    const { code, output } = await run(["deploy", "--settings", ".aws.vars"]);
    expect(output).toContain("OPENAI_MODLE is not a Parley variable. Is");
    expect(code).toBe(0);
  });

  it("reports that no region is set", async () => {
    const { code, output } = await run(["deploy"], {});
    expect(output).toContain("No region is set");
    expect(code).toBe(1);
  });

  it("reports missing credentials", async () => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", undefined);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", undefined);
    const { code, output } = await run(["deploy"]);
    expect(output).toContain("No AWS credentials were found");
    expect(code).toBe(1);
  });

  it.each([
    ["ExpiredTokenException", "have expired"],
    ["UnrecognizedClientException", "does not recognise these credentials"],
    ["AccessDeniedException", "may not use the Parameter Store"],
    ["ValidationException", "refused: ValidationException"],
  ])("explains %s", async (type, explanation) => {
    server.failNext(type);
    const { code, output } = await run(["deploy"]);
    expect(output).toContain(explanation);
    expect(code).toBe(1);
  });

  it(
    "asks for --bootstrap if the region is not prepared, and prepares it with that",
    SLOW,
    async () => {
      await writeSettings("OPENAI_MODEL=gpt-5.5");
      const first = await run(["deploy", "--settings", ".aws.vars"]);
      expect(first.output).toContain("--bootstrap");
      expect(first.code).toBe(1);
      expect(orders).toEqual([]);
      expect(server.parameters.has(SETTINGS)).toBe(false);
      const second = await run([
        "deploy",
        "--settings",
        ".aws.vars",
        "--bootstrap",
      ]);
      expect(second.code).toBe(0);
      expect(orders.map((order) => order.split(" ")[1])).toEqual([
        "bootstrap",
        "deploy",
      ]);
    },
  );

  it("fails if the CDK does", SLOW, async () => {
    prepare();
    await writeSettings("OPENAI_MODEL=gpt-5.5");
    codes = [1];
    const { code, output } = await run(["deploy", "--settings", ".aws.vars"]);
    expect(output).toContain("The deployment failed");
    expect(code).toBe(1);
  });

  it("reserves nothing in a new account, and says so", SLOW, async () => {
    prepare();
    server.concurrencyLimit = 10;
    await writeSettings("OPENAI_MODEL=gpt-5.5");
    const { code, output } = await run(["deploy", "--settings", ".aws.vars"]);
    expect(code).toBe(0);
    expect(reservedIn(await readTemplate("parley"))).toEqual([]);
    expect(output).toContain(
      "! This account's limit is 10 concurrent executions; reserving 100 for the page and the API and 40 for Telegram needs 240.",
    );
  });

  it(
    "builds everything in a dry run, without region, credentials or requests",
    SLOW,
    async () => {
      vi.stubEnv("AWS_ACCESS_KEY_ID", undefined);
      await writeSettings("OPENAI_MODEL=gpt-5.5");
      const { code, output } = await run(
        [
          "deploy",
          "--dry-run",
          "--settings",
          ".aws.vars",
          "--alarm-email",
          "me@example.com",
          "--concurrency",
          "8",
          "--http-concurrency",
          "20",
          "--log-days",
          "7",
        ],
        {},
      );
      expect(code).toBe(0);
      expect(output).toContain("Function http: 2 KB.");
      expect(output).toContain("Stacks: parley-data, parley.");
      expect(output).toContain("Nothing was sent");
      expect(server.asked).toEqual([]);
      expect(orders).toEqual([]);
      const template = await readTemplate("parley");
      expect(template).toContain('"MaximumConcurrency": 8');
      expect(reservedIn(template)).toEqual(["20", "40"]);
      expect(template).toContain('"RetentionInDays": 7');
      expect(template).toContain("me@example.com");
    },
  );

  const reservedIn = (template: string) =>
    [...template.matchAll(/"ReservedConcurrentExecutions": (\d+)/g)].map(
      ([, number]) => number,
    );

  async function readTemplate(stack: string): Promise<string> {
    const path = join(directory, `out/cdk.out/${stack}.template.json`);
    return readFile(path, "utf8");
  }
});

describe("npm run destroy:aws", () => {
  it("lists what would be removed and kept, and does nothing without --yes", async () => {
    const part = await run(["destroy"]);
    expect(part.output).toContain("(stack parley-data)");
    expect(part.output).toContain("--yes");
    const whole = await run(["destroy", "--with-data"]);
    expect(whole.output).toContain("the table with every conversation");
    expect([part.code, whole.code]).toEqual([1, 1]);
    expect(orders).toEqual([]);
  });

  it("keeps the table and the settings", SLOW, async () => {
    server.parameters.set(SETTINGS, ["{}"]);
    const { code, output } = await run(["destroy", "--yes"]);
    expect(code).toBe(0);
    expect(orders).toEqual([
      "eu-west-1: destroy parley --force --app out/cdk.destroy",
    ]);
    expect(output).toContain("remain; ");
    expect(server.parameters.has(SETTINGS)).toBe(true);
  });

  it(
    "with --with-data, removes the table's protection, then the table and the settings",
    SLOW,
    async () => {
      server.parameters.set(SETTINGS, ["{}"]);
      const { code, output } = await run(["destroy", "--yes", "--with-data"]);
      expect(code).toBe(0);
      expect(orders).toEqual([
        "eu-west-1: destroy parley --force --app out/cdk.destroy",
        "eu-west-1: deploy parley-data --require-approval never --app out/cdk.destroy",
        "eu-west-1: destroy parley-data --force --app out/cdk.destroy",
      ]);
      expect(server.parameters.has(SETTINGS)).toBe(false);
      expect(output).toContain("35 days");
      const template = await readFile(
        join(directory, "out/cdk.destroy/parley-data.template.json"),
        "utf8",
      );
      expect(template).toContain('"DeletionProtectionEnabled": false');
    },
  );

  it.each([
    [[1], 1],
    [[0, 1], 2],
    [[0, 0, 1], 3],
  ])(
    "stops where the CDK fails, and keeps the settings: %j",
    SLOW,
    async (given, done) => {
      server.parameters.set(SETTINGS, ["{}"]);
      codes = [...given];
      const { code } = await run(["destroy", "--yes", "--with-data"]);
      expect(code).toBe(1);
      expect(orders).toHaveLength(done);
      expect(server.parameters.has(SETTINGS)).toBe(true);
    },
  );
});

describe("both", () => {
  it.each([
    [["deploy", "--nmae", "x"], "--nmae"],
    [["deploy", "now"], "now"],
    [["deploy", "--name", "Shop"], "--name takes"],
    [["deploy", "--name", `a${"b".repeat(30)}`], "--name takes"],
    [["deploy", "--concurrency", "1"], "from 2 to 1000"],
    [["deploy", "--concurrency", "many"], "from 2 to 1000"],
    [["deploy", "--http-concurrency", "9"], "from 10 to 1000, or none"],
    [["deploy", "--http-concurrency", "all"], "from 10 to 1000, or none"],
    [["deploy", "--log-days", "2"], "--log-days takes one of"],
    [["deploy", "--alarm-email", "me"], "needs an e-mail address"],
    [["deploy", "--settings", ""], "--settings needs a file"],
    [["deploy", "--yes"], "--yes goes with destroy:aws only"],
    [["destroy", "--bootstrap"], "--bootstrap goes with deploy:aws only"],
  ])("refuse %j, and show how they are used", async (given, problem) => {
    const { code, output } = await run(given);
    expect(code).toBe(1);
    expect(output).toContain(problem);
    expect(output).toContain("Usage:");
  });

  it("print their usage", async () => {
    const { code, output } = await run(["deploy", "--help"]);
    expect(code).toBe(0);
    expect(output).toContain("npm run destroy:aws -- --yes");
  });
});

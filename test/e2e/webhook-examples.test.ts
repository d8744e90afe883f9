import {
  execFile,
  spawn,
  spawnSync,
  type ChildProcess,
} from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startCallbackReceiver,
  type CallbackReceiver,
} from "../stubs/callback-receiver.ts";
import { findFreePort } from "../stubs/find-free-port.ts";
import { eventually, startParley, type WranglerDev } from "./wrangler-dev.ts";

type Language = "sh" | "ts" | "python";

interface Example {
  /** The preceding line, with its line number. */
  readonly title: string;
  readonly language: Language;
  readonly source: string;
}

const PAGES = ["docs/webhook.md", "docs/api-examples.md"];

/** The origin in these pages. */
const ORIGIN = "http://localhost:8787";
const RECEIVER_PORT = "9000";
const RECEIVER_ORIGIN = `http://localhost:${RECEIVER_PORT}`;
const CALLER = "development";
const PARLEY_SECRET = "kQ8vZ2mX5tR7wB1nJ4hL6pD9sF3gC0yE";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython)
  console.warn(
    "The examples in Python are left out: there is no `python3` on this machine.",
  );

const examples = readExamples();
/** Sets the variables that other examples read. */
const isPreamble = ({ source }: Example) => source.startsWith("export ");
const isReceiver = ({ source }: Example) => source.includes("receiver.");

let dev: WranglerDev;
/** Receives the examples' callbacks. */
let receiver: CallbackReceiver;
let folder: string;
/** Environment of the examples. */
let variables: Readonly<Record<string, string | undefined>>;

beforeAll(async () => {
  dev = await startParley({ variables: { PARLEY_SECRET } });
  variables = await runPreamble();
  receiver = await startCallbackReceiver();
  // Inside the repository, so that the examples can import its packages.
  mkdirSync("dist", { recursive: true });
  folder = mkdtempSync(join("dist", "examples-"));
});
afterAll(async () => {
  await dev?.close();
  await receiver?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe(`the examples of ${PAGES.join(" and ")}`, () => {
  it("exist in each language", () => {
    const count = (language: Language) =>
      examples.filter((example) => example.language === language).length;
    expect(count("sh")).toBeGreaterThanOrEqual(5);
    expect(count("ts")).toBeGreaterThanOrEqual(5);
    expect(count("python")).toBeGreaterThanOrEqual(5);
  });

  // In order: some examples refer to messages of earlier ones.
  it.each(
    runnable().filter(
      (example) => !isPreamble(example) && !isReceiver(example),
    ),
  )("run: $title", async (example) => {
    const { command, file } = write(example, examples.indexOf(example));
    const { stdout } = await promisify(execFile)(command, [file], {
      env: variables,
    });
    expect(stdout).not.toBe("");
    // The message to stop has been answered by then, a callback may be pending,
    // and a short conversation needs no notes.
    expect(stdout).not.toMatch(
      /parley\.chat\/problems\/(?!already-answered|callback-pending|unknown-note)/,
    );
  });

  it.each(runnable().filter(isReceiver))(
    "accept genuine callbacks once each and reject all others: $title",
    async (example) => {
      const port = String(await findFreePort());
      const moved = example.source.replaceAll(RECEIVER_PORT, port);
      const { command, file } = write(
        { ...example, source: moved },
        examples.indexOf(example),
      );
      const receiving = spawn(command, [file], { env: variables });
      let printed = "";
      receiving.stdout.on(
        "data",
        (chunk: Buffer) => (printed += chunk.toString()),
      );
      const callback_url = `http://localhost:${port}/parley`;
      const post = async (
        changes: Readonly<Record<string, unknown>> = {},
        toHeader = (signature: string) => signature,
      ) => {
        const data = { id: "m1", reply: { text: "It is 42." } };
        const event = {
          type: "message.answered",
          caller: CALLER,
          callback_url,
          data,
        };
        const body = JSON.stringify({ ...event, ...changes });
        return (await sendCallback({ port, body, toHeader, secret })).status;
      };
      const secret = variables["PARLEY_CALLBACK_SECRET"] ?? "";
      try {
        const first = await eventually("the receiver", () =>
          post().catch(() => undefined),
        );
        expect(first).toBe(204);
        // Also among other signatures, as during a rotation.
        expect(await post({}, (signature) => `v1,AAAA ${signature}`)).toBe(204);
        expect(await post({}, () => "v1,AAAA")).toBe(401);
        expect(await post({ caller: "desk" })).toBe(401);
        expect(await post({ callback_url: `${callback_url}/2` })).toBe(401);
        const answer = await fetch(`${dev.url}/v1/messages`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${variables["PARLEY_KEY"]}`,
            "content-type": "application/json",
          },
          body: JSON.stringify({
            id: `received-${port}`,
            conversation: port,
            text: "6*7",
            callback_url,
          }),
        });
        expect([answer.status, await answer.text()]).toEqual([
          202,
          expect.any(String),
        ]);
        await eventually(
          "a callback of Parley's own",
          () => printed.includes(`received-${port}`) || undefined,
        );
        expect(printed.trim().split("\n")).toEqual([
          "message.answered m1 It is 42.",
          expect.stringMatching(/^message\.answered received-\d+ .*42/),
        ]);
      } finally {
        await end(receiving);
      }
    },
  );
});

/** Returns the environment after the lines that set variables. */
async function runPreamble(): Promise<typeof variables> {
  const { source = "" } = examples.find(isPreamble) ?? {};
  const { stdout } = await promisify(execFile)(
    "bash",
    ["-c", `${source}\nenv -0`],
    { env: { ...process.env, PARLEY_SECRET } },
  );
  const pairs = stdout.split("\0").map((pair) => pair.split(/=(.*)/s, 2));
  return Object.fromEntries(pairs.filter(([name]) => name !== ""));
}

function readExamples(): readonly Example[] {
  return PAGES.flatMap(readPage);
}

function readPage(page: string): readonly Example[] {
  const text = readFileSync(page, "utf8");
  const blocks = text.matchAll(/^```(sh|ts|python)\n([\s\S]*?)^```$/gm);
  return [...blocks].map(({ index, 1: language, 2: source = "" }) => {
    const before = text.slice(0, index).trimEnd().split("\n");
    return {
      title: `${language}, line ${before.length + 1}: ${before.at(-1)}`,
      language: language as Language,
      source,
    };
  });
}

function runnable(): readonly Example[] {
  return examples.filter(({ language }) => language !== "python" || hasPython);
}

const PROGRAMS: Readonly<Record<Language, string>> = {
  sh: "bash",
  ts: process.execPath,
  python: "python3",
};

function write(
  { language, source }: Example,
  index: number,
): { command: string; file: string } {
  const file = join(folder, `${index}.${language}`);
  writeFileSync(
    file,
    source
      .replaceAll(ORIGIN, dev.url)
      .replaceAll(RECEIVER_ORIGIN, receiver.url),
  );
  return { command: PROGRAMS[language], file };
}

function sendCallback({
  port,
  body,
  secret,
  toHeader,
}: {
  port: string;
  body: string;
  secret: string;
  toHeader: (signature: string) => string;
}): Promise<Response> {
  const now = new Date();
  return fetch(`http://127.0.0.1:${port}/`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": toHeader(
        new Webhook(secret).sign("evt_1", now, body),
      ),
    },
    body,
  });
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill();
  await exited;
}

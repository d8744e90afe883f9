import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { describeAccess, ensureDevelopmentToken } from "./development-token.ts";
import { findPortProblem } from "./find-port-problem.ts";
import { hasColour } from "./has-colour.ts";
import { createParleyClient, readHealth } from "./parley-client.ts";

/** The IPC message that wrangler sends to its parent process. */
const Listening = z.object({
  event: z.literal("DEV_SERVER_READY"),
  ip: z.string(),
  port: z.number(),
});

/**
 * Addresses for which `localhost` works: wrangler's default, and those that
 * bind to all interfaces.
 */
const LOCAL = ["localhost", "127.0.0.1", "[::1]", "0.0.0.0", "[::]", "*"];

/**
 * `npm run dev`: runs `wrangler dev` with the developer's arguments. When it is
 * ready, prints how to get in, or what is wrong with the configuration. Returns
 * wrangler's exit code.
 *
 * Turns off wrangler's local tracing unless `X_LOCAL_OBSERVABILITY` is set: it
 * stores a row per request, statement and call between objects, which costs a
 * third more CPU per message.
 */
async function runDev({
  arguments: given,
  directory,
  print,
}: {
  arguments: readonly string[];
  directory: string;
  print: (line: string) => void;
}): Promise<number> {
  // npm swallows options given without `--`: of `--port 9000` it passes on only
  // the number, and `--port=9000` becomes a variable.
  const [first = ""] = given;
  const isBare = first !== "" && !first.startsWith("-");
  const isKept = ["port", "ip", "var", "local_protocol"].some(
    (option) => process.env[`npm_config_${option}`] !== undefined,
  );
  if (isBare || isKept) {
    print(
      'npm passes options on only after "--", for example: npm run dev -- --port 9000',
    );
    return 1;
  }
  const portProblem = await findPortProblem(given);
  if (portProblem !== undefined) {
    print(portProblem);
    return 1;
  }
  const token = await ensureDevelopmentToken(directory);
  const wrangler = createRequire(import.meta.url).resolve("wrangler");
  const preload = pathToFileURL(
    join(import.meta.dirname, "hand-over-token.ts"),
  );
  const child = spawn(
    process.execPath,
    [
      "--no-warnings",
      "--import",
      preload.href,
      wrangler,
      "dev",
      ...given,
      // The Worker does not see the terminal that it prints to.
      ...(hasColour() ? [] : ["--var", "NO_COLOR:1"]),
    ],
    {
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      cwd: directory,
      env: { X_LOCAL_OBSERVABILITY: "false", ...process.env },
    },
  );
  const scheme = isEncrypted(given) ? "https" : "http";
  child.on("message", (message) => {
    const listening = readMessage(message);
    if (listening === undefined) return;
    const { ip, port } = listening;
    const url = `${scheme}://${LOCAL.includes(ip) ? "localhost" : ip}:${port}`;
    void tellAccess({ url, token, print });
  });
  // The terminal sends Ctrl-C to wrangler, too: wait until it has shut down.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const [code, signal] = (await once(child, "exit")) as [
    number | null,
    NodeJS.Signals | null,
  ];
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

/**
 * Waits for the Worker, so that the output comes after wrangler's own at
 * startup.
 */
async function tellAccess({
  url,
  token,
  print,
}: {
  url: string;
  token: string;
  print: (line: string) => void;
}): Promise<void> {
  // Wrangler's self-signed certificate fails at once, with `unreachable`: then
  // the access is printed early, which does no harm.
  // The first request compiles the Worker, for long on a busy machine.
  const health = await readHealth(createParleyClient({ url }), {
    timeoutMs: 60_000,
  });
  if (health.kind === "misconfigured")
    print(
      [
        'Parley does not start with this configuration, although wrangler says "Ready":',
        ...health.problem.errors.map(
          ({ pointer, detail }) => `  ${pointer.slice(1)} ${detail}.`,
        ),
        "Fix that in .dev.vars or --var, then press Ctrl-C and run `npm run dev` again.",
      ].join("\n"),
    );
  else print(await describeAccess({ url, token }));
}

function readMessage(message: unknown): z.infer<typeof Listening> | undefined {
  if (typeof message !== "string") return undefined;
  try {
    return Listening.safeParse(JSON.parse(message)).data;
  } catch {
    return undefined;
  }
}

function isEncrypted(given: readonly string[]): boolean {
  return /--local-protocol[= ]https\b/.test(given.join(" "));
}

process.exitCode = await runDev({
  arguments: process.argv.slice(2),
  directory: process.cwd(),
  print: (line) => console.log(line),
});

import { ensureDevelopmentToken } from "../development-token.ts";
import { readDevVars } from "../read-dev-vars.ts";
import {
  LIBRARY_USAGE,
  parseLibraryArguments,
  type LibraryOrder,
} from "./library-arguments.ts";
import { createLibraryClient, type LibraryClient } from "./library-client.ts";
import { readDocument } from "./read-document.ts";

/**
 * `npm run library:add`, `library:list` and `library:remove`; returns the exit
 * code.
 */
export async function runLibrary({
  arguments: given,
  environment,
  directory,
  print,
}: {
  arguments: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  /** Contains `.dev.vars`; file names are relative to it. */
  directory: string;
  print: (line: string) => void;
}): Promise<0 | 1> {
  const order = parseLibraryArguments(given);
  if (order.kind === "help") {
    print(LIBRARY_USAGE);
    return 0;
  }
  if (order.kind === "wrong") {
    print(`${order.problem}\n\n${LIBRARY_USAGE}`);
    return 1;
  }
  const { url } = order;
  const reading = await readLibraryKey({ url, environment, directory });
  if (reading.kind === "wrong") {
    print(reading.problem);
    return 1;
  }
  const client = createLibraryClient({ url, key: reading.key });
  return carryOut(order, { client, directory, print });
}

function carryOut(
  order: LibraryOrder,
  {
    client,
    directory,
    print,
  }: {
    client: LibraryClient;
    directory: string;
    print: (line: string) => void;
  },
): Promise<0 | 1> {
  switch (order.kind) {
    case "add":
      return addDocuments({ ...order, client, directory, print });
    case "list":
      return listDocuments({ client, print });
    case "remove":
      return removeDocuments({ ...order, client, print });
  }
}

async function listDocuments({
  client,
  print,
}: {
  client: LibraryClient;
  print: (line: string) => void;
}): Promise<0 | 1> {
  const outcome = await client.list();
  if (outcome.kind !== "done") {
    print(outcome.reason);
    return 1;
  }
  const { documents } = outcome.value;
  for (const { name, title, passages } of documents)
    print(`${name}  (${title}; ${countOf(passages, "passage")})`);
  print(`${countOf(documents.length, "document")}.`);
  return 0;
}

async function removeDocuments({
  names,
  client,
  print,
}: {
  names: readonly string[];
  client: LibraryClient;
  print: (line: string) => void;
}): Promise<0 | 1> {
  let code: 0 | 1 = 0;
  for (const name of names) {
    const outcome = await client.remove(name);
    if (outcome.kind === "done") print(`removed  ${name}`);
    else {
      code = 1;
      print(outcome.kind === "lost" ? outcome.reason : `unknown  ${name}`);
      if (outcome.kind === "lost") break;
    }
  }
  return code;
}

function countOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Adds each file and prints its outcome; returns the exit code. */
async function addDocuments({
  files,
  folder,
  baseUrl,
  client,
  directory,
  print,
}: {
  files: readonly string[];
  /** Document names are relative to it. */
  folder: string;
  /** With a trailing slash; `undefined`: documents get no address. */
  baseUrl: string | undefined;
  client: LibraryClient;
  directory: string;
  print: (line: string) => void;
}): Promise<0 | 1> {
  const counts = new Map<string, number>();
  for (const file of files) {
    const result = await addDocument(file, {
      folder,
      baseUrl,
      client,
      directory,
    });
    if (result.kind === "lost") {
      print(result.reason);
      return 1;
    }
    const { status, line } = result;
    counts.set(status, (counts.get(status) ?? 0) + 1);
    print(`${status.padEnd(9)}  ${line}`);
  }
  const sums = Array.from(counts, ([status, count]) => `${count} ${status}`);
  print(`In all: ${sums.join(", ")}.`);
  const tools = await client.listTools();
  if (tools !== undefined && !tools.includes("library"))
    print(
      `Warning: the library tool is off there, so no answer uses these documents. Set TOOLS=${["library", ...tools].join(",")} in .dev.vars and restart; for a deployment, under [vars] in wrangler.toml, and deploy.`,
    );
  return counts.has("refused") ? 1 : 0;
}

type Result =
  | { readonly kind: "told"; readonly status: string; readonly line: string }
  | { readonly kind: "lost"; readonly reason: string };

async function addDocument(
  file: string,
  {
    folder,
    baseUrl,
    client,
    directory,
  }: {
    folder: string;
    baseUrl: string | undefined;
    client: LibraryClient;
    directory: string;
  },
): Promise<Result> {
  const document = await readDocument(file, { directory, folder });
  const { name } = document;
  const refused = (reason: string): Result => ({
    kind: "told",
    status: "refused",
    line: `${name}: ${reason}`,
  });
  if (document.kind === "refused") return refused(document.reason);

  const address = baseUrl && baseUrl + toPath(name);
  const outcome = await client.put({ ...document, address });
  if (outcome.kind === "lost") return outcome;
  if (outcome.kind === "refused") return refused(outcome.reason);
  const { status, title, passages } = outcome.value;
  const line = `${name} (${title}; passages: ${passages})`;
  return { kind: "told", status, line };
}

/** For files named like `C#.md` or `why?.md`. */
function toPath(name: string): string {
  return name.split("/").map(encodeURIComponent).join("/");
}

type KeyReading =
  | { readonly kind: "read"; readonly key: string }
  | { readonly kind: "wrong"; readonly problem: string };

/**
 * Reads `LIBRARY_KEY` from the environment, else from `.dev.vars`; for a Parley
 * on this machine, falls back to the checkout's token.
 */
async function readLibraryKey({
  url,
  environment,
  directory,
}: {
  url: string;
  environment: Readonly<Record<string, string | undefined>>;
  directory: string;
}): Promise<KeyReading> {
  const { protocol, hostname } = new URL(url);
  const isHere = /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/.test(hostname);
  if (!isHere && protocol !== "https:")
    return wrong(
      "Without https://, others could read the key in transit. Use an https:// address.",
    );
  const file = await readDevVars(directory);
  const key = (
    environment["LIBRARY_KEY"] ||
    file["LIBRARY_KEY"] ||
    (isHere ? await ensureDevelopmentToken(directory) : "")
  ).trim();
  if (key === "")
    return wrong(
      "LIBRARY_KEY is not set. Create one with `openssl rand -base64 32` and put it into .dev.vars or the environment; set the same value on the deployment (npx wrangler secret put LIBRARY_KEY).",
    );
  return /^[!-~]+$/.test(key)
    ? { kind: "read", key }
    : wrong("LIBRARY_KEY contains spaces or non-ASCII characters.");
}

function wrong(problem: string): KeyReading {
  return { kind: "wrong", problem };
}

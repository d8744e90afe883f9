import { addDocuments } from "./add-documents.ts";
import { createLibraryClient, type LibraryClient } from "./library-client.ts";
import {
  LIBRARY_USAGE,
  type LibraryOrder,
  parseLibraryArguments,
} from "./parse-library-arguments.ts";
import { readLibraryKey } from "./read-library-key.ts";

/** `npm run library:add`, `library:list` and `library:remove`; returns the exit code. */
export async function runLibrary({
  arguments: given,
  environment,
  directory,
  print,
}: {
  arguments: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  /** Where `.dev.vars` is, and what names of documents are relative to. */
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

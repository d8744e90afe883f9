import { parseArgs } from "node:util";

export type LibraryOrder = {
  /** Address of the deployment, without a trailing slash. */
  readonly url: string;
} & (
  | {
      readonly kind: "add";
      readonly files: readonly string[];
      /** Document names are relative to it. */
      readonly folder: string;
      /** Address where the documents are published, with a trailing slash. */
      readonly baseUrl: string | undefined;
    }
  | { readonly kind: "list" }
  | { readonly kind: "remove"; readonly names: readonly string[] }
);

type LibraryArguments =
  | LibraryOrder
  | { readonly kind: "help" }
  | { readonly kind: "wrong"; readonly problem: string };

export const LIBRARY_USAGE = `Usage:
  npm run library:add -- README.md docs/*.md    adds documents and replaces changed ones
  npm run library:list                          lists the documents
  npm run library:remove -- docs/old.md         removes documents by name
Options:
  --url https://parley.example.workers.dev      your deployment; default http://127.0.0.1:8787
  --base-url https://docs.example.com/          with library:add: where the documents are published, for links to them
  --folder ../handbook                          with library:add: what names are relative to; default: this folder
  --help                                        shows this`;

const DEFAULT_URL = "http://127.0.0.1:8787";
const ADD_OPTIONS = ["base-url", "folder"] as const;
const OPTIONS: readonly string[] = ["url", ...ADD_OPTIONS, "help"];

/** Parses `add`, `list` or `remove`, followed by the user's arguments. */
export function parseLibraryArguments([
  command,
  ...given
]: readonly string[]): LibraryArguments {
  const { values, positionals } = parseArgs({
    args: given,
    options: {
      url: { type: "string" },
      "base-url": { type: "string" },
      folder: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
    allowPositionals: true,
    strict: false,
  });
  const unknown = Object.keys(values).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) return wrong(`There is no option --${unknown}.`);
  if (values.help === true) return { kind: "help" };
  const url = readAddress(values.url ?? DEFAULT_URL);
  if (url === undefined)
    return wrong("--url needs the http(s) address of your deployment.");
  const baseUrl = readAddress(values["base-url"] ?? url);
  if (baseUrl === undefined)
    return wrong("--base-url needs an http(s) address.");
  const folder = values.folder ?? ".";
  if (typeof folder !== "string" || folder === "")
    return wrong("--folder needs a folder.");
  const misplaced = ADD_OPTIONS.find((name) => values[name] !== undefined);
  if (misplaced !== undefined && command !== "add")
    return wrong(`--${misplaced} goes with library:add only.`);

  switch (command) {
    case "add":
      return positionals.length === 0
        ? wrong("Name the files to add.")
        : {
            kind: "add",
            url,
            files: positionals,
            folder,
            baseUrl:
              values["base-url"] === undefined ? undefined : `${baseUrl}/`,
          };
    case "list":
      return positionals.length > 0
        ? wrong("library:list takes no names.")
        : { kind: "list", url };
    case "remove":
      return positionals.length === 0
        ? wrong("Name the documents to remove, as library:list shows them.")
        : { kind: "remove", url, names: positionals };
    case undefined:
    default:
      return wrong("Choose a command: add, list or remove.");
  }
}

function readAddress(value: string | boolean): string | undefined {
  const url = typeof value === "string" ? URL.parse(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  return url.search === "" && url.hash === "" && url.username === ""
    ? url.href.replace(/\/+$/, "")
    : undefined;
}

function wrong(problem: string): LibraryArguments {
  return { kind: "wrong", problem };
}

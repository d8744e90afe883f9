import { parseArgs } from "node:util";
import { CHANNEL_CATALOGUE } from "../../src/channels/channel-catalogue.ts";

/** In the order of the checks: each stage depends on those before it. */
const OWN_STAGES = [
  "configuration",
  "parley",
  "model",
  "tools",
  "storage",
] as const;

export type OwnStageName = (typeof OWN_STAGES)[number];

/** Parley's own stages, then one per channel. */
export const STAGE_NAMES: readonly string[] = [
  ...OWN_STAGES,
  ...CHANNEL_CATALOGUE.map(({ name }) => name),
];

/** The Parley to check. */
export interface Target {
  /** Without a trailing slash. */
  readonly url: string;
  /** It runs on this machine, e.g. in `wrangler dev`. */
  readonly isLocal: boolean;
}

export interface DoctorOrder {
  readonly kind: "check";
  readonly target: Target;
  /** `undefined`: all that are on. */
  readonly stages: readonly string[] | undefined;
  /** A private chat to send a test message to; `undefined`: send none. */
  readonly chat: number | undefined;
  /** The search tool's test query. */
  readonly query: string;
  readonly isJson: boolean;
}

/** Prints a secret instead of checking anything. */
export interface CallbackSecretOrder {
  readonly kind: "callback-secret";
  readonly caller: string;
  /** The target whose settings to use. */
  readonly target: Target;
  readonly isJson: boolean;
}

type DoctorArguments =
  | DoctorOrder
  | CallbackSecretOrder
  | { readonly kind: "help" }
  | { readonly kind: "wrong"; readonly problem: string };

export const DOCTOR_USAGE = `Usage:
  npm run doctor                     checks \`npm run dev\` on this machine
  npm run doctor -- --url https://parley.example.workers.dev
                                     checks a deployment
Options:
  --only model,telegram   only these stages: ${OWN_STAGES.slice(0, 3).join(", ")},
                          ${OWN_STAGES.slice(3).join(", ")}, or the name of a channel
  --chat 4711             has the bot answer /help in this private chat
  --query "green tea"     what to search for, e.g. in your own index
  --callback-secret shop  only prints the secret that signs the callbacks of
                          the caller shop
  --json                  for programs: npm run --silent doctor -- --json
  --help                  shows this
It uses the settings of .dev.vars, of [vars] in wrangler.toml and of the
environment. The exit code is 1 if something failed, else 0.`;

const DEFAULT_URL = "http://127.0.0.1:8787";
const DEFAULT_QUERY = "Ada Lovelace";
const OPTIONS = {
  url: { type: "string" },
  only: { type: "string" },
  chat: { type: "string" },
  query: { type: "string" },
  "callback-secret": { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;
const FLAGS = ["json", "help"];

export function parseDoctorArguments(
  given: readonly string[],
): DoctorArguments {
  const { values, positionals } = parseArgs({
    args: [...given],
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
  });
  const unknown = Object.keys(values).find((name) => !(name in OPTIONS));
  if (unknown !== undefined) return wrong(`There is no option --${unknown}.`);
  if (values.help === true) return { kind: "help" };
  const [bare] =
    Object.entries(values).find(
      ([name, value]) =>
        !FLAGS.includes(name) && (value === true || !String(value).trim()),
    ) ?? [];
  if (bare !== undefined) return wrong(`--${bare} needs a value.`);
  if (positionals.length > 0)
    return wrong(
      'Options of the doctor follow "--", for example: npm run doctor -- --url http://localhost:8797',
    );
  return readValues(values);
}

function readValues({
  url = DEFAULT_URL,
  only,
  chat,
  query = DEFAULT_QUERY,
  "callback-secret": caller,
  json = false,
}: Readonly<Record<string, string | boolean | undefined>>): DoctorArguments {
  const target = readTarget(String(url));
  if (typeof target === "string") return wrong(target);
  const isJson = json !== false;
  if (caller !== undefined)
    return { kind: "callback-secret", caller: String(caller), target, isJson };
  const chosen =
    only === undefined
      ? undefined
      : String(only)
          .split(",")
          .map((name) => name.trim());
  if (chosen?.every((name) => STAGE_NAMES.includes(name)) === false)
    return wrong(`--only takes ${STAGE_NAMES.join(", ")}.`);
  if (chat !== undefined && !/^[1-9]\d{0,14}$/.test(String(chat)))
    return wrong(
      "--chat needs the id of a private chat, which is the person's id.",
    );
  return {
    kind: "check",
    target,
    stages: chosen && STAGE_NAMES.filter((name) => chosen.includes(name)),
    chat: chat === undefined ? undefined : Number(chat),
    query: String(query),
    isJson,
  };
}

/** Returns the target, or what is wrong with its address. */
function readTarget(address: string): Target | string {
  const url = URL.parse(address);
  const isAddress =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.search === "" &&
    url.hash === "" &&
    url.username === "";
  if (!isAddress) return "--url needs the http(s) address of your deployment.";
  const isLocal = isThisMachine(url.href);
  if (!isLocal && url.protocol !== "https:")
    return "Without https://, others could read the keys in transit. Use an https:// address.";
  return { url: url.href.replace(/\/+$/, ""), isLocal };
}

function wrong(problem: string): DoctorArguments {
  return { kind: "wrong", problem };
}

/** Whether an address is the loopback interface. */
export function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/.test(hostname);
}

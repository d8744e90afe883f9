import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isObject, parseJson } from "../../src/text/json.ts";
import { LiveError } from "./live-error.ts";

export interface LiveOptions {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string;
  readonly isSelfTest: boolean;
  readonly extraBody: Readonly<Record<string, unknown>>;
  /** Run only every n-th task. */
  readonly every: number;
  readonly kinds: readonly string[] | undefined;
  readonly only: RegExp;
  readonly timeoutMs: number;
  readonly results: string;
  readonly isResumed: boolean;
  readonly prices: string | undefined;
  readonly asJson: boolean;
}

export const USAGE = `npm run bench:live -- --base-url http://127.0.0.1:11434/v1 --model <name>
  --self-test          the scripted server in place of a model
  --only <regex>       only contestants whose names match
  --kinds <a,b>        only tasks of these kinds
  --every <n>          only every n-th task
  --timeout <seconds>  for one task (120)
  --extra-body <json>  goes into every request, e.g. {"temperature": 0, "max_tokens": 300}
  --results <file>     one line of JSON a result
  --resume             go on where that file ends
  --prices <file>      {"<model>": {"input", "cached", "output", "asOf"}}, dollars per million tokens
  --json               figures as JSON
The key is read from OPENAI_API_KEY.`;

const OPTIONS = {
  "base-url": { type: "string" },
  model: { type: "string" },
  "self-test": { type: "boolean", default: false },
  only: { type: "string", default: "" },
  kinds: { type: "string" },
  every: { type: "string", default: "1" },
  timeout: { type: "string", default: "120" },
  "extra-body": { type: "string", default: "{}" },
  results: { type: "string" },
  resume: { type: "boolean", default: false },
  prices: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/** Throws `LiveError` if something is missing or invalid. */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): LiveOptions {
  const values = parse(args);
  const isSelfTest = values["self-test"];
  const { model = isSelfTest ? "scripted" : "" } = values;
  const baseUrl = values["base-url"] ?? (isSelfTest ? "http://127.0.0.1" : "");
  if (model === "" || baseUrl === "")
    throw new LiveError(
      `--base-url and --model are missing (or --self-test).\n${USAGE}`,
    );
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
    throw new LiveError(
      `--base-url has to be an address that begins with http:// or https://, and not ${baseUrl}.`,
    );
  const extraBody = parseJson(values["extra-body"]);
  if (!isObject(extraBody))
    throw new LiveError("--extra-body has to be one JSON object.");
  const name = model.replaceAll(/[^\w.-]+/g, "-");
  return {
    baseUrl,
    model,
    apiKey: env["OPENAI_API_KEY"] ?? "none",
    isSelfTest,
    extraBody,
    every: readCount("--every", values.every),
    kinds: values.kinds?.split(",").map((kind) => kind.trim()),
    only: readPattern(values.only),
    timeoutMs: 1000 * readCount("--timeout", values.timeout),
    results: values.results ?? join(tmpdir(), `parley-live-${name}.jsonl`),
    isResumed: values.resume,
    prices: values.prices,
    asJson: values.json,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    const said = error instanceof Error ? error.message : "";
    throw new LiveError(`${said}\n${USAGE}`);
  }
}

function readCount(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1)
    throw new LiveError(
      `${name} has to be a whole number from 1, not ${text}.`,
    );
  return count;
}

function readPattern(text: string): RegExp {
  try {
    return new RegExp(text, "i");
  } catch {
    throw new LiveError(`--only is no regular expression: ${text}`);
  }
}

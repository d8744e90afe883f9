import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { VARIABLES } from "../../src/config/environment.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { ConfigurationError } from "../../src/types/errors.ts";

type SettingsReading =
  | {
      readonly kind: "read";
      /** JSON, as stored in the parameter. */
      readonly text: string;
      readonly names: readonly string[];
      /** Names that Parley does not know, probably misspelt. */
      readonly unknown: readonly string[];
    }
  | { readonly kind: "wrong"; readonly problems: readonly string[] };

/**
 * Size of an advanced parameter
 * (https://docs.aws.amazon.com/general/latest/gr/ssm.html).
 */
const MAX_BYTES = 8192;
/** Variables that the stack sets. */
const OWN = /^(?:AWS_|DYNAMODB_|SQS_|SETTINGS_)/;

/**
 * Reads a file like `.dev.vars.example` and validates it as Parley does at
 * startup, before anything is deployed.
 */
export async function readDeploymentSettings({
  file,
  directory,
}: {
  file: string;
  /** `file` is relative to it. */
  directory: string;
}): Promise<SettingsReading> {
  let content: string;
  try {
    content = await readFile(join(directory, file), "utf8");
  } catch {
    return wrong(
      `${file} could not be read. Copy .dev.vars.example to ${file} and fill in what you need.`,
    );
  }
  const settings = Object.fromEntries(
    Object.entries(parseEnv(content)).filter(
      ([, value]) => value !== undefined && value.trim() !== "",
    ),
  );
  const names = Object.keys(settings);
  const own = names.filter((name) => OWN.test(name));
  if (own.length > 0)
    return wrong(
      ...own.map(
        (name) => `${name} is set by the deployment itself: remove it.`,
      ),
    );
  try {
    parseConfig(settings);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return wrong(
      ...error.problems.map(
        ({ variable, problem }) => `${variable} ${problem}`,
      ),
    );
  }
  const text = JSON.stringify(settings);
  if (new TextEncoder().encode(text).length > MAX_BYTES)
    return wrong(
      `${file} has more than ${MAX_BYTES} bytes of values, which is what a parameter holds. Shorten AGENT_INSTRUCTIONS or AGENT_PROMPT_TEMPLATE.`,
    );
  const unknown = names.filter((name) => !VARIABLES.includes(name));
  return { kind: "read", text, names, unknown };
}

function wrong(...problems: readonly string[]): SettingsReading {
  return { kind: "wrong", problems };
}

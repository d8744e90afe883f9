import { type Config, parseConfig } from "../../src/config.ts";
import { Environment } from "../../src/config/environment.ts";
import {
  ConfigurationError,
  type ConfigurationProblem,
} from "../../src/errors.ts";
import { ensureDevelopmentToken } from "../development-token.ts";
import { readDevVars } from "../read-dev-vars.ts";
import type { Target } from "./target.ts";
import { readWranglerVariables } from "./read-wrangler-variables.ts";

export type SettingsSource = "wrangler.toml" | ".dev.vars" | "the environment";

/** What this computer knows of how Parley is set up. */
export type Settings = {
  /** Where each variable that is set comes from. */
  readonly sources: ReadonlyMap<string, SettingsSource>;
  /** Names in the files that Parley has no variable for. */
  readonly unknown: readonly string[];
} & (
  | { readonly kind: "right"; readonly config: Config }
  | {
      readonly kind: "wrong";
      readonly problems: readonly ConfigurationProblem[];
    }
);

type Variables = Readonly<Record<string, string | undefined>>;

const KNOWN = new Set(Object.keys(Environment.shape));

/**
 * Reads what the Worker would read, with the environment on top of it. Here `.dev.vars` goes before `wrangler.toml`, as
 * it does for `wrangler dev`; it is not deployed, so that for a deployment it only tells what is in no other place.
 */
export async function readSettings({
  target: { isLocal },
  environment,
  directory,
}: {
  target: Target;
  environment: Variables;
  directory: string;
}): Promise<Settings> {
  const file = await readDevVars(directory);
  const toml = await readWranglerVariables(directory);
  const files: [SettingsSource, Variables][] = [
    ["wrangler.toml", toml],
    [".dev.vars", isLocal ? file : withoutEmpty(file)],
  ];
  const values = new Map<string, string>();
  const sources = new Map<string, SettingsSource>();
  for (const [source, variables] of [
    ...(isLocal ? files : files.toReversed()),
    ["the environment", withoutEmpty(environment)] as const,
  ]) {
    for (const [name, value = ""] of Object.entries(variables)) {
      if (!KNOWN.has(name)) continue;
      values.set(name, value);
      if (value.trim() === "") sources.delete(name);
      else sources.set(name, source);
    }
  }
  const unknown = [...new Set(Object.keys({ ...toml, ...file }))].filter(
    (name) => !KNOWN.has(name),
  );
  const developmentToken = isLocal
    ? await ensureDevelopmentToken(directory)
    : undefined;
  return { sources, unknown, ...parse(values, { developmentToken }) };
}

function withoutEmpty(variables: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables).filter(([, value = ""]) => value.trim() !== ""),
  );
}

function parse(
  values: ReadonlyMap<string, string>,
  options: { developmentToken: string | undefined },
) {
  try {
    const config = parseConfig(Object.fromEntries(values), options);
    return { kind: "right", config } as const;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { kind: "wrong", problems: error.problems } as const;
  }
}

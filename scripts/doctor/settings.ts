import { existsSync } from "node:fs";
import { join } from "node:path";
import { VARIABLES } from "../../src/config/environment.ts";
import { parseConfig, type Config } from "../../src/config/parse-config.ts";
import { explainMissingSecret } from "../../src/http/callbacks/callback-policy.ts";
import { createDeploymentPolicy } from "../../src/platforms/create-callback-parts.ts";
import {
  ConfigurationError,
  type ConfigurationProblem,
} from "../../src/types/errors.ts";
import { ensureDevelopmentToken } from "../development-token.ts";
import { readDevVars } from "../read-dev-vars.ts";
import type { CallbackSecretOrder, Target } from "./doctor-arguments.ts";

type SettingsSource = "wrangler.toml" | ".dev.vars" | "the environment";

/** Parley's configuration as this computer has it. */
export type Settings = {
  /** The source of each variable that is set. */
  readonly sources: ReadonlyMap<string, SettingsSource>;
  /** Names in the files that are not Parley variables. */
  readonly unknown: readonly string[];
} & (
  | { readonly kind: "right"; readonly config: Config }
  | {
      readonly kind: "wrong";
      readonly problems: readonly ConfigurationProblem[];
    }
);

type Variables = Readonly<Record<string, string | undefined>>;

const KNOWN = new Set(VARIABLES);

/**
 * Reads the Worker's variables; the environment overrides the files. For a
 * local target, `.dev.vars` overrides `wrangler.toml`, as in `wrangler dev`.
 * For a deployment, which does not get `.dev.vars`, that file only fills gaps.
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

/**
 * Reads `[vars]` from a directory's `wrangler.toml` with wrangler's parser;
 * empty if there is no such file.
 */
async function readWranglerVariables(
  directory: string,
): Promise<Readonly<Record<string, string>>> {
  const config = join(directory, "wrangler.toml");
  if (!existsSync(config)) return {};
  // Loading wrangler takes half a second, which `--help` should not.
  const { unstable_readConfig: readConfig } = await import("wrangler");
  const { vars } = readConfig({ config }, { hideWarnings: true });
  return Object.fromEntries(
    Object.entries(vars).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
}

/**
 * Prints the secret that signs a caller's callbacks, derived from the settings
 * on this computer without any request. This is the doctor's only output that
 * shows a secret. Returns the exit code.
 */
export async function showCallbackSecret(
  { caller, target, isJson }: CallbackSecretOrder,
  { settings, print }: { settings: Settings; print: (line: string) => void },
): Promise<0 | 1> {
  if (settings.kind === "wrong") {
    for (const { variable, problem } of settings.problems)
      print(`${variable} ${problem}.`);
    return 1;
  }
  const { signingOf } = createDeploymentPolicy(settings.config);
  const signing = await signingOf(caller);
  if (signing.kind !== "known") {
    print(explainMissingSecret(signing, caller));
    return 1;
  }
  const { source, secrets } = signing;
  if (isJson) {
    print(JSON.stringify({ caller, source, secrets }, null, 2));
    return 0;
  }
  const place = settings.sources.get(source);
  // In development, the checkout's token replaces a missing secret.
  const from =
    place === undefined ? "this checkout's token" : `${source} (${place})`;
  print(
    source === "PARLEY_SECRET"
      ? `The callbacks of ${caller} are signed with this, derived from ${from}:`
      : `The callbacks of ${caller} are signed with this, from ${from}:`,
  );
  for (const secret of secrets) print(secret);
  print(
    `Share it only with the receiver of ${caller}: anyone who has it can forge callbacks.`,
  );
  if (!target.isLocal)
    print(
      `The deployment uses the same secret if its ${source} is the same. GET ${target.url}/admin/callers/${caller}/callback-secret shows what it uses.`,
    );
  return 0;
}

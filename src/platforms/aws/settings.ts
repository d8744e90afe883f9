import { ConfigurationError } from "../../errors.ts";
import {
  createParameterStore,
  type ParameterStore,
} from "./parameter-store.ts";
import * as z from "zod";

const Settings = z.record(z.string(), z.string());

/**
 * The variables of a deployment, secrets among them, from the one parameter that holds them as a JSON object of texts.
 * Throws `ConfigurationError` where there is no such parameter or it holds something else, `ParameterStoreError` where it cannot be
 * read.
 */
export async function readSettings({
  store,
  parameter,
}: {
  store: Pick<ParameterStore, "read">;
  /** Its name, with `:version` for one version. */
  parameter: string;
}): Promise<Readonly<Record<string, string>>> {
  const stored = await store.read(parameter);
  if (stored === undefined)
    throw wrongSettings(
      `names the parameter ${parameter}, which does not exist; npm run deploy:aws -- --settings .aws.vars makes it`,
    );
  const parsed = Settings.safeParse(parse(stored.value));
  if (!parsed.success)
    throw wrongSettings(
      `names the parameter ${parameter}, which does not hold a JSON object of texts; npm run deploy:aws -- --settings .aws.vars writes one`,
    );
  return parsed.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wrongSettings(problem: string): ConfigurationError {
  return new ConfigurationError([{ variable: "SETTINGS_PARAMETER", problem }]);
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * A function's variables, with the deployment's settings where `SETTINGS_PARAMETER` names them. What Lambda and the template set
 * goes before those. Throws `ConfigurationError` and `ParameterStoreError`.
 */
export async function loadSettings(environment: Variables): Promise<Variables> {
  const parameter = environment["SETTINGS_PARAMETER"];
  if (parameter === undefined) return environment;
  const store = createParameterStore({
    region: environment["AWS_REGION"] ?? "",
  });
  return { ...(await readSettings({ store, parameter })), ...environment };
}

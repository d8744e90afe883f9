import { createParameterStore } from "./parameter-store.ts";
import { readSettings } from "./read-settings.ts";

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
    // Those of the function's role: Lambda puts them here.
    credentials: async () => ({
      accessKeyId: environment["AWS_ACCESS_KEY_ID"] ?? "",
      secretAccessKey: environment["AWS_SECRET_ACCESS_KEY"] ?? "",
      sessionToken: environment["AWS_SESSION_TOKEN"],
    }),
  });
  return { ...(await readSettings({ store, parameter })), ...environment };
}

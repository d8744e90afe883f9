import { explainMissingSecret } from "../../src/channels/callback-signing.ts";
import { createDeploymentPolicy } from "../../src/platforms/create-callback-parts.ts";
import type { CallbackSecretOrder } from "./parse-doctor-arguments.ts";
import type { Settings } from "./read-settings.ts";

/**
 * Prints what signs a caller's callbacks, computed from the settings on this computer: nothing is asked. Nothing else of the doctor
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
  // In development a token of the checkout takes the place of a secret that is not set.
  const from =
    place === undefined ? "this checkout's token" : `${source} (${place})`;
  print(
    source === "PARLEY_SECRET"
      ? `The callbacks of ${caller} are signed with this, derived from ${from}:`
      : `The callbacks of ${caller} are signed with this, from ${from}:`,
  );
  for (const secret of secrets) print(secret);
  print(
    `Only the receiver of ${caller} may know it: whoever does can write callbacks.`,
  );
  if (!target.isLocal)
    print(
      `It is the deployment's where that has the same ${source}. GET ${target.url}/admin/callers/${caller}/callback-secret tells what it has.`,
    );
  return 0;
}

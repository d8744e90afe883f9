import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/**
 * Runs the CDK's command line, which prints to the terminal; returns its exit
 * code.
 */
export type RunCdk = (given: readonly string[]) => Promise<number>;

const CLI = join(import.meta.dirname, "../../node_modules/aws-cdk/bin/cdk");

/** The region overrides the one configured on this machine. */
export function createCdkRunner({
  environment,
}: {
  environment: Readonly<Record<string, string | undefined>>;
}): (region: string) => RunCdk {
  return (region) => async (given) => {
    const child = spawn(
      process.execPath,
      [CLI, ...given, "--no-notices", "--no-version-reporting"],
      { env: { ...environment, AWS_REGION: region }, stdio: "inherit" },
    );
    const [code] = await once(child, "exit");
    return typeof code === "number" ? code : 1;
  };
}

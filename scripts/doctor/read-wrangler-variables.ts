import { existsSync } from "node:fs";
import { join } from "node:path";

/** `[vars]` of the `wrangler.toml` of a directory, as wrangler itself reads them; none where there is no such file. */
export async function readWranglerVariables(
  directory: string,
): Promise<Readonly<Record<string, string>>> {
  const config = join(directory, "wrangler.toml");
  if (!existsSync(config)) return {};
  // Half a second, which those who only ask for help need not wait for.
  const { unstable_readConfig: readConfig } = await import("wrangler");
  const { vars } = readConfig({ config }, { hideWarnings: true });
  return Object.fromEntries(
    Object.entries(vars).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
}

import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Whether the packages that Parley is compared with are installed. If not, says
 * how to install them; print only Parley's rows then.
 */
export function hasPeers(): boolean {
  const isInstalled = existsSync(join(import.meta.dirname, "node_modules"));
  if (!isInstalled)
    console.error(
      "Only Parley's own rows follow. To compare with others: npm ci --prefix bench",
    );
  return isInstalled;
}

import { readFileSync } from "node:fs";
import { findUnfitLicences, Lockfile } from "./licences/find-unfit-licences.ts";

/** Reading only lockfiles works offline and without `node_modules`. */
const LOCKFILES = ["package-lock.json", "bench/package-lock.json"];

for (const file of LOCKFILES) {
  const lockfile = Lockfile.parse(JSON.parse(readFileSync(file, "utf8")));
  const unfit = findUnfitLicences(lockfile);
  const count = Object.keys(lockfile.packages).length;
  if (unfit.length === 0) {
    console.log(`${file}: all ${count} entries have an allowed licence.`);
    continue;
  }
  process.exitCode = 1;
  console.error(
    `${file}: these licences are not allowed. Replace the package, or add the licence to scripts/licences/find-unfit-licences.ts once you have read it.`,
  );
  for (const { name, version, licence, isShipped } of unfit)
    console.error(
      `  ${name} ${version}: ${licence}${isShipped ? ", which would be deployed" : ""}`,
    );
}

import * as z from "zod";

/**
 * npm's lockfile, version 3:
 * https://docs.npmjs.com/cli/v11/configuring-npm/package-lock-json
 */
export const Lockfile = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      /** Not deployed. */
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

interface UnfitLicence {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or the lockfile's text instead of one. */
  readonly licence: string;
  readonly isShipped: boolean;
}

/**
 * Only require keeping the licence text, so anyone may deploy Parley as their
 * own.
 */
const PERMISSIVE = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "PSF-2.0",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);
/** Also acceptable for tools, which are run but not distributed. */
const FOR_TOOLS = new Set([...PERMISSIVE, "LGPL-3.0-or-later", "MPL-2.0"]);

/** Returns the packages whose licence is unknown or forbids our use of them. */
export function findUnfitLicences({
  packages,
}: z.infer<typeof Lockfile>): readonly UnfitLicence[] {
  return Object.entries(packages).flatMap(
    ([path, { version = "", license, dev, link }]) => {
      const name = path.split("node_modules/").at(-1) ?? path;
      // Other paths are the project's own packages.
      if (link === true || !path.includes("node_modules/")) return [];
      const isShipped = dev !== true;
      const allowed = isShipped ? PERMISSIVE : FOR_TOOLS;
      return license !== undefined && isAllowed(license, allowed)
        ? []
        : [{ name, version, licence: license ?? "none", isShipped }];
    },
  );
}

/**
 * Whether an SPDX expression can be satisfied with allowed licences alone. Text
 * that is not an expression is not allowed. SPDX 3.0, annex B:
 * https://spdx.github.io/spdx-spec/v3.0.1/annexes/spdx-license-expressions/
 */
function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  const words = expression.match(/[()]|[^\s()]+/g) ?? [];
  let position = 0;
  const take = (word: string): boolean => {
    if (words[position] !== word) return false;
    position += 1;
    return true;
  };
  const readOne = (): boolean => {
    if (take("(")) {
      const inner = readAny();
      return take(")") && inner;
    }
    const licence = words[position++] ?? "";
    // An exception only widens its licence's permissions.
    if (take("WITH")) position += 1;
    return allowed.has(licence);
  };
  const readAll = (): boolean => {
    let result = readOne();
    while (take("AND")) result = readOne() && result;
    return result;
  };
  const readAny = (): boolean => {
    let result = readAll();
    while (take("OR")) result = readAll() || result;
    return result;
  };
  const result = readAny();
  return position === words.length && result;
}

import * as z from "zod";

/** What a lockfile of npm (version 3) says of each package: https://docs.npmjs.com/cli/v11/configuring-npm/package-lock-json */
export const Lockfile = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      /** Nothing that is deployed needs it. */
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

interface UnfitLicence {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or what replaces one. */
  readonly licence: string;
  readonly isShipped: boolean;
}

/** They ask for nothing but that their text is kept, so that a deployment may be anybody's own. */
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
/** Fit for tools, which are run and not passed on. */
const FOR_TOOLS = new Set([...PERMISSIVE, "LGPL-3.0-or-later", "MPL-2.0"]);

/** The packages of a lockfile whose licence does not allow what is done with them, or is not known. */
export function findUnfitLicences({
  packages,
}: z.infer<typeof Lockfile>): readonly UnfitLicence[] {
  return Object.entries(packages).flatMap(
    ([path, { version = "", license, dev, link }]) => {
      const name = path.split("node_modules/").at(-1) ?? path;
      // Paths outside of node_modules are those of the project itself.
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
 * Whether one may choose among an expression's licences so that all are allowed. What is no expression is not allowed.
 * SPDX 3.0, annex B: https://spdx.github.io/spdx-spec/v3.0.1/annexes/spdx-license-expressions/
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
    // An exception allows more than its licence, never less.
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

import { describe, expect, it } from "vitest";
import { findUnfitLicences } from "../../scripts/licences/find-unfit-licences.ts";

/** Findings for one package with this licence. */
const judge = (license: string | undefined, { dev = false } = {}) =>
  findUnfitLicences({
    lockfileVersion: 3,
    packages: { "node_modules/thing": { version: "1.0.0", license, dev } },
  });

describe("a licence", () => {
  it.each([
    "MIT",
    "(MIT OR GPL-3.0-or-later)",
    "GPL-3.0-only OR ISC AND MIT",
    "(MIT AND (Zlib OR GPL-2.0-only))",
    "Apache-2.0 WITH LLVM-exception",
  ])("fits what is deployed: %s", (licence) => {
    expect(judge(licence)).toEqual([]);
  });

  it.each([
    "GPL-3.0-or-later",
    "AGPL-3.0-only",
    "MPL-2.0",
    "MIT AND GPL-3.0-only",
    "(MIT OR ISC) AND GPL-3.0-only",
    "GPL-2.0-only WITH Classpath-exception-2.0",
    "SEE LICENSE IN LICENSE.txt",
    "MIT OR",
    "OR MIT",
    "(MIT",
    "MIT)",
    "UNLICENSED",
    "",
    "constructor",
  ])("does not fit what is deployed: %j", (licence) => {
    const unfit = { name: "thing", version: "1.0.0", isShipped: true };
    expect(judge(licence)).toEqual([{ ...unfit, licence }]);
  });

  it("must be known", () => {
    expect(judge(undefined)).toMatchObject([{ licence: "none" }]);
  });

  it("may require more of a tool", () => {
    expect(judge("Apache-2.0 AND LGPL-3.0-or-later", { dev: true })).toEqual(
      [],
    );
    expect(judge("GPL-3.0-only", { dev: true })).toMatchObject([
      { isShipped: false },
    ]);
  });

  it("is checked for third-party packages only, at any depth", () => {
    const packages = {
      "": { version: "0.1.0" },
      "test/typed-client": { version: "0.0.0" },
      "node_modules/typed-client": { link: true },
      "node_modules/a/node_modules/@b/c": { version: "2.0.0" },
    };
    expect(findUnfitLicences({ lockfileVersion: 3, packages })).toMatchObject([
      { name: "@b/c", version: "2.0.0" },
    ]);
  });
});

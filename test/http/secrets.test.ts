import { describe, expect, it } from "vitest";
import { isSameSecret } from "../../src/http/secrets.ts";

describe("isSameSecret", () => {
  it("recognises the same secret", async () => {
    expect(await isSameSecret("s3cret-密码", "s3cret-密码")).toBe(true);
  });

  it.each(["", "s3cre", "s3cret ", "S3cret", "s3cretx", "x3cret"])(
    "distinguishes %j from s3cret",
    async (given) => {
      expect(await isSameSecret(given, "s3cret")).toBe(false);
    },
  );

  it("matches nothing against an empty secret", async () => {
    expect(await isSameSecret("", "")).toBe(false);
  });
});

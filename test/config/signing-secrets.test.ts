import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config.ts";
import { ConfigurationError } from "../../src/errors.ts";

const parse = (WEBHOOK_SIGNING_SECRET: string) =>
  parseConfig({ WEBHOOK_SIGNING_SECRET }).webhook;
const LETTERS =
  "Zwölf Boxkämpfer jagen Viktor quer über den Deich, oft sehr spät";
const secretOf = (length: number) =>
  `whsec_${btoa(LETTERS.repeat(2).slice(0, length))}`;

function problemsOf(secrets: string): readonly string[] {
  try {
    parse(secrets);
  } catch (error) {
    if (error instanceof ConfigurationError)
      return error.problems.map(({ problem }) => problem);
    throw error;
  }
  return [];
}

describe("WEBHOOK_SIGNING_SECRET", () => {
  it("names callers, several times where a secret is changed", () => {
    const [one, two, three] = [secretOf(24), secretOf(32), secretOf(64)];
    expect(parse(`${one}, shop:${two},shop:${three}`).signingSecrets).toEqual([
      { name: "default", secret: one },
      { name: "shop", secret: two },
      { name: "shop", secret: three },
    ]);
  });

  it("switches the channel on by itself", () => {
    expect(parse(secretOf(24)).isOn).toBe(true);
    expect(parse("").isOn).toBe(false);
  });

  it.each([
    ["no prefix", btoa("x".repeat(24)), "must be a list like"],
    ["a name with a blank", `my shop:${secretOf(24)}`, "must be a list like"],
    ["an empty name", `:${secretOf(24)}`, "must be a list like"],
    ["a name alone", "shop:", "must be a list like"],
    ["no base64", "whsec_!!!!", "is not base64"],
    ["too few bytes", secretOf(23), "wrong length"],
    ["no bytes", "whsec_", "wrong length"],
    ["too many bytes", secretOf(65), "wrong length"],
    [
      "the same secret twice",
      `shop:${secretOf(24)},desk:${secretOf(24)}`,
      "same secret twice",
    ],
    [
      "the same secret twice, once without padding",
      `${secretOf(25)},desk:${secretOf(25).replace(/=+$/, "")}`,
      "same secret twice",
    ],
  ])("with %s keeps Parley from starting", (_, secrets, problem) => {
    expect(problemsOf(secrets)).toEqual([expect.stringContaining(problem)]);
  });

  it("is not repeated in its problem", () => {
    const [, bytes = ""] = secretOf(8).split("_");
    expect(problemsOf(secretOf(8)).join()).not.toContain(bytes.slice(0, 8));
  });
});

import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { findProblems } from "./find-problems.ts";

const parse = (WEBHOOK_SIGNING_SECRET: string) =>
  parseConfig({ WEBHOOK_SIGNING_SECRET }).webhook;
const LETTERS =
  "Zwölf Boxkämpfer jagen Viktor quer über den Deich, oft sehr spät";
const secretOf = (length: number) =>
  `whsec_${btoa(LETTERS.repeat(2).slice(0, length))}`;

const problemsOfAll = (variables: Readonly<Record<string, string>>) =>
  findProblems(variables).map(({ problem }) => problem);
const problemsOf = (secrets: string, variable = "WEBHOOK_SIGNING_SECRET") =>
  problemsOfAll({ [variable]: secrets });

describe("WEBHOOK_SIGNING_SECRET", () => {
  it("allows several secrets of one caller, to rotate them", () => {
    const [one, two, three] = [secretOf(24), secretOf(32), secretOf(64)];
    expect(parse(`${one}, shop:${two},shop:${three}`).signingSecrets).toEqual([
      { name: "default", secret: one },
      { name: "shop", secret: two },
      { name: "shop", secret: three },
    ]);
  });

  it("may lack the padding of base64", () => {
    const padded = secretOf(25);
    const { signingSecrets } = parse(padded.replace(/=+$/, ""));
    expect(signingSecrets).toEqual([{ name: "default", secret: padded }]);
  });

  it("turns on the HTTP channel without API keys", () => {
    expect(parse(secretOf(24)).isOn).toBe(true);
    expect(parse("").isOn).toBe(false);
  });

  it.each([
    ["no prefix", btoa("x".repeat(24)), "must be a list like"],
    ["a name with a blank", `my shop:${secretOf(24)}`, "must be a list like"],
    ["an empty name", `:${secretOf(24)}`, "must be a list like"],
    ["a name alone", "shop:", "must be a list like"],
    ["no base64", "whsec_!!!!", "not base64"],
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
  ])("prevents the start with %s", (_, secrets, problem) => {
    expect(problemsOf(secrets)).toEqual([expect.stringContaining(problem)]);
  });

  it("does not appear in its problem", () => {
    const [, bytes = ""] = secretOf(8).split("_");
    expect(problemsOf(secretOf(8)).join()).not.toContain(bytes.slice(0, 8));
  });
});

describe("WEBHOOK_CALLBACK_SECRETS", () => {
  it("allows several secrets of one caller, to rotate them", () => {
    const [old, next, other] = [secretOf(24), secretOf(32), secretOf(64)];
    const { webhook } = parseConfig({
      WEBHOOK_CALLBACK_SECRETS: `shop:${old},shop:${next}, help-desk:${other}`,
    });
    expect(webhook.callbacks.secrets).toEqual([
      { name: "shop", secret: old },
      { name: "shop", secret: next },
      { name: "help-desk", secret: other },
    ]);
    // Callback secrets do not turn on the channel.
    expect(webhook.isOn).toBe(false);
  });

  it.each([
    ["a secret without a caller", secretOf(24), "each with the caller's name"],
    [
      "one secret for two callers",
      `shop:${secretOf(24)},desk:${secretOf(24)}`,
      "same secret twice",
    ],
    ["too few bytes", `shop:${secretOf(23)}`, "wrong length"],
  ])("prevents the start with %s", (_, secrets, problem) => {
    expect(problemsOf(secrets, "WEBHOOK_CALLBACK_SECRETS")).toEqual([
      expect.stringContaining(problem),
    ]);
  });

  it.each([
    ["of the same caller", "shop:", (secret: string) => secret],
    ["of another one", "desk:", (secret: string) => secret],
    ["without a name", "", (secret: string) => secret],
    [
      "written in another way",
      "",
      (secret: string) => secret.replace(/=+$/, ""),
    ],
  ])(
    "rejects a secret that also grants access to the API: one %s",
    (_, name, write) => {
      const shared = secretOf(25);
      expect(
        problemsOfAll({
          WEBHOOK_SIGNING_SECRET: `${secretOf(24)},${name}${write(shared)}`,
          WEBHOOK_CALLBACK_SECRETS: `shop:${secretOf(32)},shop:${shared}`,
        }),
      ).toEqual([expect.stringContaining("must not grant access to this API")]);
    },
  );
});

import { describe, expect, it } from "vitest";
import {
  createCallbackSigner,
  explainMissingSecret,
} from "../../../src/http/callbacks/callback-policy.ts";

const DEPLOYMENT = "a secret of the deployment, 32 characters or more";
const secretOf = (name: string) => `whsec_${btoa(name.padEnd(24, "."))}`;

const signer = (
  options: Partial<Parameters<typeof createCallbackSigner>[0]> = {},
) =>
  createCallbackSigner({
    callers: ["shop", "desk", "default"],
    own: [],
    deploymentSecret: DEPLOYMENT,
    ...options,
  });

describe("the secret of a caller's callbacks", () => {
  it("is a stable key of 32 bytes derived from the deployment's secret", async () => {
    const signing = await signer()("shop");
    expect(signing).toEqual({
      kind: "known",
      source: "PARLEY_SECRET",
      // Receivers store it, so no release may change it.
      secrets: ["whsec_b9NZqRNuvs8YNFj5eKwvLigphW/tXK+DxozKcpcDDwo="],
    });
  });

  it("differs for each caller and each deployment", async () => {
    const all = await Promise.all([
      ...["shop", "desk", "default"].map((caller) => signer()(caller)),
      signer({ deploymentSecret: DEPLOYMENT.toUpperCase() })("shop"),
    ]);
    const secrets = all.flatMap((signing) =>
      signing.kind === "known" ? signing.secrets : [],
    );
    expect(new Set(secrets).size).toBe(4);
  });

  it("is the caller's own if it has any", async () => {
    const signingOf = signer({
      own: [
        { name: "shop", secret: secretOf("old") },
        { name: "desk", secret: secretOf("desk") },
        { name: "shop", secret: secretOf("new") },
      ],
      deploymentSecret: undefined,
    });
    expect(await signingOf("shop")).toEqual({
      kind: "known",
      source: "WEBHOOK_CALLBACK_SECRETS",
      secrets: [secretOf("old"), secretOf("new")],
    });
    expect(await signingOf("default")).toEqual({ kind: "not-set" });
  });

  it("is unknown for a caller that was removed, though it had secrets", async () => {
    const own = [{ name: "spy", secret: secretOf("spy") }];
    const signing = await signer({ own })("spy");
    expect(signing).toEqual({ kind: "unknown-caller" });
  });
});

describe("a missing secret", () => {
  it("is explained by what the operator has to set", () => {
    expect(explainMissingSecret({ kind: "not-set" }, "shop")).toMatch(
      /^There is no secret .* of shop: the operator must set PARLEY_SECRET .*, or WEBHOOK_CALLBACK_SECRETS=shop:whsec_…$/,
    );
    expect(explainMissingSecret({ kind: "unknown-caller" }, "spy")).toMatch(
      /^Unknown caller spy: /,
    );
  });
});

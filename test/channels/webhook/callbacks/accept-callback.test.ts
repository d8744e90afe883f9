import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../../src/config.ts";
import { acceptCallback } from "../../../../src/channels/webhook/callbacks/accept-callback.ts";
import { createCallbackPolicy } from "../../../../src/platforms/create-callback-policy.ts";
import { DEVELOPMENT_TOKEN } from "../../../fixtures/development-token.ts";

const secretOf = (name: string) =>
  `whsec_${btoa(`${name} callbacks of the test`)}`;
const url = "https://hooks.example.com/parley";

/** The policy of a deployment with these variables. */
function policyOf(
  variables: Record<string, string>,
  options: { developmentToken?: string } = {},
) {
  return createCallbackPolicy(parseConfig(variables, options));
}

describe("acceptCallback", () => {
  const policy = policyOf({ WEBHOOK_SIGNING_SECRET: secretOf("all") });

  it("gives the address as it is used", async () => {
    const given = "HTTPS://Hooks.Example.com:443/a b#c";
    expect(await acceptCallback(given, { caller: "shop", policy })).toEqual({
      kind: "accepted",
      url: "https://hooks.example.com/a%20b",
    });
  });

  it("says what is wrong with an address, at its field", async () => {
    const given = "https://10.0.0.1/";
    expect(
      await acceptCallback(given, { caller: "shop", policy }),
    ).toMatchObject({
      kind: "refused",
      problem: {
        status: 422,
        slug: "invalid-fields",
        errors: [
          {
            pointer: "/callback_url",
            detail: expect.stringMatching(
              /^cannot be used: the address names its host by a number; /,
            ),
          },
        ],
      },
    });
  });

  it.each([
    ["", "https on port 443 of hosts of the public internet"],
    ["crm.internal:8443", "hosts that the operator lists"],
  ])("says where callbacks may go: %s", async (hosts, expected) => {
    const strict = policyOf({
      WEBHOOK_SIGNING_SECRET: secretOf("all"),
      ...(hosts !== "" && { WEBHOOK_CALLBACK_HOSTS: hosts }),
    });
    const given = "https://hooks.example.com:8443/";
    expect(
      await acceptCallback(given, { caller: "shop", policy: strict }),
    ).toMatchObject({
      problem: {
        errors: [
          { detail: expect.stringContaining(`callbacks go to ${expected}`) },
        ],
      },
    });
  });

  it("says what to set where there is no secret to sign with", async () => {
    for (const none of [undefined, policyOf({})])
      expect(
        await acceptCallback(url, { caller: "shop", policy: none }),
      ).toMatchObject({
        problem: {
          errors: [
            { detail: expect.stringContaining("WEBHOOK_SIGNING_SECRET") },
          ],
        },
      });
  });

  it("keeps to the hosts that are listed", async () => {
    const listed = policyOf({
      WEBHOOK_SIGNING_SECRET: secretOf("all"),
      WEBHOOK_CALLBACK_HOSTS: "crm.internal:8443",
    });
    const accept = (address: string) =>
      acceptCallback(address, { caller: "shop", policy: listed });
    expect((await accept("https://crm.internal:8443/x")).kind).toBe("accepted");
    expect((await accept(url)).kind).toBe("refused");
  });
});

describe("the secrets that sign a caller's callbacks", () => {
  const variables = {
    WEBHOOK_SIGNING_SECRET: `shop:${secretOf("old")},shop:${secretOf("new")},${secretOf("all")}`,
  };

  it("are all of its own", async () => {
    expect(await policyOf(variables).secretsOf("shop")).toEqual([
      secretOf("old"),
      secretOf("new"),
    ]);
  });

  it("are those without a name where it has none", async () => {
    expect(await policyOf(variables).secretsOf("desk")).toEqual([
      secretOf("all"),
    ]);
  });

  it("are those of nobody else", async () => {
    const { secretsOf } = policyOf({
      WEBHOOK_SIGNING_SECRET: `shop:${secretOf("old")}`,
    });
    expect(await secretsOf("desk")).toEqual([]);
  });

  it("are derived from the token in development, which they do not tell", async () => {
    const development = policyOf({}, { developmentToken: DEVELOPMENT_TOKEN });
    const [secret = ""] = await development.secretsOf("development");
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(atob(secret.slice("whsec_".length))).not.toContain(
      DEVELOPMENT_TOKEN.slice(0, 8),
    );
    expect(await policyOf({}).secretsOf("development")).toEqual([]);
  });
});

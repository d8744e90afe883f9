import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/config/parse-config.ts";
import { createCallbackAcceptance } from "../../../src/http/callbacks/callback-policy.ts";
import { createDeploymentPolicy } from "../../../src/platforms/create-callback-parts.ts";

const secretOf = (name: string) =>
  `whsec_${btoa(`${name} callbacks of the test`)}`;
const url = "https://hooks.example.com/parley";
const KEYS =
  "shop:3f8a1c5e9d7b20464c0e2f6b8d1a3957,desk:b61e0d94c7f2a8357d3c5b9e0f1a2648";
const SECRETS = `shop:${secretOf("shop")},desk:${secretOf("desk")}`;

/** The callback acceptance of a deployment with these variables. */
function createAcceptance(variables: Readonly<Record<string, string>> = {}) {
  const config = parseConfig({
    WEBHOOK_API_KEYS: KEYS,
    WEBHOOK_CALLBACK_HOSTS: "hooks.example.com",
    WEBHOOK_CALLBACK_SECRETS: SECRETS,
    ...variables,
  });
  return createCallbackAcceptance(createDeploymentPolicy(config));
}

const refusedFor = (detail: RegExp) => ({
  kind: "refused",
  problem: {
    status: 422,
    slug: "invalid-fields",
    errors: [
      {
        pointer: "/callback_url",
        detail: expect.stringMatching(detail) as string,
      },
    ],
  },
});

it("A caller that signs its requests has a callback secret as one with a key has", async () => {
  const config = parseConfig({
    WEBHOOK_SIGNING_SECRET: `till:${secretOf("till")}`,
    PARLEY_SECRET: "secret-of-the-deployment-in-this-test",
  });
  const { signingOf } = createDeploymentPolicy(config);
  expect(await signingOf("till")).toMatchObject({ kind: "known" });
  expect(await signingOf("desk")).not.toMatchObject({ kind: "known" });
});

describe("a callback URL", () => {
  it("is accepted in normalized form if its host is listed", async () => {
    const given = "HTTPS://Hooks.Example.com:443/a b#c";
    expect(await createAcceptance()(given, "shop")).toEqual({
      kind: "accepted",
      url: "https://hooks.example.com/a%20b",
    });
  });

  it("is rejected with the entry that the operator would have to add, by default always", async () => {
    const accept = createAcceptance({ WEBHOOK_CALLBACK_HOSTS: "" });
    expect(await accept(`${url}?token=hidden`, "shop")).toMatchObject(
      refusedFor(
        /^cannot be used: the address has a host that is not listed for you: the operator must add shop:hooks\.example\.com to WEBHOOK_CALLBACK_HOSTS$/,
      ),
    );
  });

  it("may have a host that is listed for its caller, and none that is listed for another one", async () => {
    const accept = createAcceptance({
      WEBHOOK_CALLBACK_HOSTS:
        "shop:crm.internal:8443,desk:*.desk.example,all.example.com",
    });
    const kindOf = async (address: string, caller: string) =>
      (await accept(address, caller)).kind;
    expect(await kindOf("https://crm.internal:8443/x", "shop")).toBe(
      "accepted",
    );
    expect(await kindOf("https://crm.internal:8443/x", "desk")).toBe("refused");
    expect(await kindOf("https://a.desk.example/", "desk")).toBe("accepted");
    expect(await kindOf("https://a.desk.example/", "shop")).toBe("refused");
    for (const caller of ["shop", "desk"])
      expect(await kindOf("https://all.example.com/", caller)).toBe("accepted");
  });
});

describe("a caller without a secret of its own", () => {
  const accept = (variables: Readonly<Record<string, string>>) =>
    createAcceptance(variables)(url, "desk");

  it("is rejected with what the operator must set", async () => {
    // Other callers' secrets and those for incoming messages do not count.
    expect(
      await accept({
        WEBHOOK_CALLBACK_SECRETS: `shop:${secretOf("shop")}`,
        WEBHOOK_SIGNING_SECRET: `${secretOf("everybody")},desk:${secretOf("in")}`,
      }),
    ).toMatchObject(
      refusedFor(
        /^cannot be used\. .*PARLEY_SECRET.*WEBHOOK_CALLBACK_SECRETS=desk:whsec_…$/,
      ),
    );
  });

  it("uses one that is derived from PARLEY_SECRET", async () => {
    const acceptance = await accept({
      WEBHOOK_CALLBACK_SECRETS: "",
      PARLEY_SECRET: "kQ8vZ2mX5tR7wB1nJ4hL6pD9sF3gC0yE",
    });
    expect(acceptance.kind).toBe("accepted");
  });
});

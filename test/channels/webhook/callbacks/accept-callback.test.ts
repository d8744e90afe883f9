import { describe, expect, it } from "vitest";
import { createCallbackAcceptance } from "../../../../src/channels/webhook/callbacks/accept-callback.ts";
import type {
  ConfirmEndpoint,
  EndpointConfirmation,
} from "../../../../src/channels/webhook/callbacks/confirm-endpoint.ts";
import { parseConfig } from "../../../../src/config.ts";
import { createDeploymentPolicy } from "../../../../src/platforms/create-callback-parts.ts";

const secretOf = (name: string) =>
  `whsec_${btoa(`${name} callbacks of the test`)}`;
const url = "https://hooks.example.com/parley";
const KEYS =
  "shop:3f8a1c5e9d7b20464c0e2f6b8d1a3957,desk:b61e0d94c7f2a8357d3c5b9e0f1a2648";
const SECRETS = `shop:${secretOf("shop")},desk:${secretOf("desk")}`;

type Asked = Parameters<ConfirmEndpoint>[0];

/** The callback acceptance of a deployment with these variables. */
function createScene({
  variables = {},
  confirmation = { kind: "confirmed" },
}: {
  variables?: Readonly<Record<string, string>>;
  confirmation?: EndpointConfirmation;
} = {}) {
  const config = parseConfig({
    WEBHOOK_API_KEYS: KEYS,
    WEBHOOK_CALLBACK_SECRETS: SECRETS,
    ...variables,
  });
  const asked: Asked[] = [];
  const accept = createCallbackAcceptance({
    policy: createDeploymentPolicy(config),
    confirm: async (endpoint) => {
      asked.push(endpoint);
      return confirmation;
    },
  });
  return { accept, asked };
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

describe("a callback URL", () => {
  it("is accepted in normalized form once its endpoint has confirmed", async () => {
    const { accept, asked } = createScene();
    const given = "HTTPS://Hooks.Example.com:443/a b#c";
    expect(await accept(given, "shop")).toEqual({
      kind: "accepted",
      url: "https://hooks.example.com/a%20b",
    });
    expect(asked).toMatchObject([
      { caller: "shop", place: "public", secrets: [secretOf("shop")] },
    ]);
  });

  it("is rejected with the reason, without asking the endpoint", async () => {
    const { accept, asked } = createScene();
    expect(await accept("https://10.0.0.1/", "shop")).toMatchObject(
      refusedFor(
        /^cannot be used: the address names its host by a number; callbacks go to public hosts that confirm, by https on port 443/,
      ),
    );
    expect(asked).toEqual([]);
  });

  it("is rejected if its endpoint does not confirm, with the answer it must give", async () => {
    const reason = "It answered with status 404.";
    const { accept } = createScene({
      confirmation: { kind: "unconfirmed", reason },
    });
    const result = await accept(`${url}?token=hidden`, "shop");
    expect(result).toMatchObject({
      kind: "refused",
      problem: {
        status: 422,
        slug: "callback-unconfirmed",
        errors: [
          { pointer: "/callback_url", detail: `is not confirmed. ${reason}` },
        ],
      },
    });
    const text = JSON.stringify(result);
    for (const part of [
      "https://hooks.example.com has not confirmed",
      reason,
      "Nothing was stored",
      '"type": "callback.verification"',
      '"caller": "shop"',
      "within 5 seconds",
      "status 200",
      '{"challenge": "4f6c…"}',
      "WEBHOOK_CALLBACK_HOSTS=shop:hooks.example.com",
    ])
      expect(text.replaceAll('\\"', '"')).toContain(part);
    expect(text).not.toContain("hidden");
  });

  it("is rejected with a retry time after too many new endpoints", async () => {
    const { accept } = createScene({
      confirmation: { kind: "limited", limit: 10, waitMs: 11_500 },
    });
    expect(await accept(url, "shop")).toMatchObject({
      problem: {
        status: 429,
        slug: "too-many-verifications",
        retryAfterSeconds: 12,
      },
    });
  });
});

describe("callback hosts", () => {
  it("need not confirm for the caller they are listed for, and are rejected for others", async () => {
    const { accept, asked } = createScene({
      variables: {
        WEBHOOK_CALLBACK_HOSTS:
          "shop:crm.internal:8443,desk:*.desk.example,all.example.com",
      },
    });
    const kindOf = async (address: string, caller: string) =>
      (await accept(address, caller)).kind;
    expect(await kindOf("https://crm.internal:8443/x", "shop")).toBe(
      "accepted",
    );
    expect(await kindOf("https://crm.internal:8443/x", "desk")).toBe("refused");
    expect(await kindOf("https://a.desk.example/", "desk")).toBe("accepted");
    expect(await kindOf("https://a.desk.example/", "shop")).toBe("refused");
    for (const caller of ["shop", "desk"]) {
      expect(await kindOf("https://all.example.com/", caller)).toBe("accepted");
      expect(await accept(url, caller)).toMatchObject(
        refusedFor(
          /does not list for this caller; callbacks go to hosts that the operator lists for you/,
        ),
      );
    }
    expect(asked).toEqual([]);
  });

  it("listed for one caller must confirm for others that may use public hosts", async () => {
    const { accept, asked } = createScene({
      variables: { WEBHOOK_CALLBACK_HOSTS: "shop:hooks.example.com,public" },
    });
    expect((await accept(url, "shop")).kind).toBe("accepted");
    expect(asked).toEqual([]);
    expect((await accept(url, "desk")).kind).toBe("accepted");
    expect(asked).toMatchObject([
      { caller: "desk", secrets: [secretOf("desk")] },
    ]);
  });

  it("can be public for a single caller", async () => {
    const { accept } = createScene({
      variables: { WEBHOOK_CALLBACK_HOSTS: "desk:public" },
    });
    expect((await accept(url, "desk")).kind).toBe("accepted");
    expect((await accept(url, "shop")).kind).toBe("refused");
  });
});

describe("a caller without a secret of its own", () => {
  const accept = (variables: Readonly<Record<string, string>>) =>
    createScene({ variables }).accept(url, "desk");

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

import { hkdfSync } from "node:crypto";
import { expect, it } from "vitest";
import { deriveSecret } from "../../src/runtime/hash.ts";

const SECRET = "a deployment's own secret, long enough";

it("derives secrets by HKDF with SHA-256", async () => {
  const info = JSON.stringify(["parley", "session"]);
  expect(Buffer.from(await deriveSecret(SECRET, ["session"]))).toEqual(
    Buffer.from(hkdfSync("sha256", SECRET, "", info, 32)),
  );
});

it("derives different secrets for each purpose and each deployment", async () => {
  const secrets = await Promise.all([
    deriveSecret(SECRET, ["callback", "shop"]),
    deriveSecret(SECRET, ["callback", "desk"]),
    deriveSecret(SECRET, ["callbackshop"]),
    deriveSecret(SECRET, ["callback,shop"]),
    deriveSecret(`${SECRET}!`, ["callback", "shop"]),
  ]);
  expect(new Set(secrets.map(String)).size).toBe(secrets.length);
});

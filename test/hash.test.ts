import { deriveSecret } from "../src/hash.ts";
import { hkdfSync } from "node:crypto";
import { expect, it } from "vitest";

const SECRET = "a deployment's own secret, long enough";

it("is HKDF with SHA-256", async () => {
  const info = JSON.stringify(["parley", "session"]);
  expect(Buffer.from(await deriveSecret(SECRET, ["session"]))).toEqual(
    Buffer.from(hkdfSync("sha256", SECRET, "", info, 32)),
  );
});

it("is another one for each purpose and each deployment", async () => {
  const secrets = await Promise.all([
    deriveSecret(SECRET, ["callback", "shop"]),
    deriveSecret(SECRET, ["callback", "desk"]),
    deriveSecret(SECRET, ["callbackshop"]),
    deriveSecret(SECRET, ["callback,shop"]),
    deriveSecret(`${SECRET}!`, ["callback", "shop"]),
  ]);
  expect(new Set(secrets.map(String)).size).toBe(secrets.length);
});

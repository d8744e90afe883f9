import { createHash, hkdfSync } from "node:crypto";
import { expect, it } from "vitest";
import {
  deriveSecret,
  deriveSigningSecret,
  hashOf,
} from "../../src/runtime/hash.ts";

const SECRET = "a deployment's own secret, long enough";

it("derives secrets by HKDF with SHA-256", async () => {
  const info = JSON.stringify(["parley", "session"]);
  const derived = Buffer.from(hkdfSync("sha256", SECRET, "", info, 32));
  expect(Buffer.from(await deriveSecret(SECRET, ["session"]))).toEqual(derived);
  expect(await deriveSigningSecret(SECRET, ["session"])).toBe(
    `whsec_${derived.toString("base64")}`,
  );
});

it("makes names of half a SHA-256, which stored things keep", async () => {
  const hash = createHash("sha256").update('["a",1]').digest("hex");
  expect(await hashOf(["a", 1])).toBe(hash.slice(0, 32));
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

import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isGuessable } from "../../src/config/find-weak-secrets.ts";

describe("isGuessable", () => {
  it.each([
    "x",
    "aaaaaaaaaaaaaaaa",
    "abcabcabcabcabcabc",
    "1234567812345678",
    "hunter2hunter2hu",
    "password123456",
    "P4ssw0rd-2026!!!",
    "correct horse battery staple",
    "your-secret-key-here",
    "changeme-please-1234",
    "telegram-webhook-secret",
    "abcdefghijklmnop",
    "0987654321098765",
    "0123456789abcdef",
    "qwertyuiop123456",
    "我爱我爱我爱我爱我爱我爱",
  ])("rejects %s", (secret) => {
    expect(isGuessable(secret)).toBe(true);
  });

  it.each([
    "three-lamps-walk-uphill",
    "Lindwurm Zeitung Kaffee 7",
    "雪夜骑驴过桥看灯笼与旧书",
    "6843232734222681892913111628fea4",
    "012380087174951339086629315f01bf",
  ])("accepts %s", (secret) => {
    expect(isGuessable(secret)).toBe(false);
  });

  it("accepts random bytes in hex and base64url", () => {
    for (let time = 0; time < 2_000; time++)
      for (const encoding of ["hex", "base64url"] as const)
        expect(isGuessable(randomBytes(16).toString(encoding))).toBe(false);
  });
});

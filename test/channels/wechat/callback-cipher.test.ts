import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCallbackCipher } from "../../../src/channels/wechat/callback-cipher.ts";
import { signCallback } from "../../../src/channels/wechat/callback-signature.ts";
import {
  decryptCallback,
  ENCODING_AES_KEY,
  encryptCallback,
  encryptFile,
  sha1Of,
} from "../../fixtures/weixin-callbacks.ts";

const RECEIVER = "wx5823bf96d3bd56c7";
const cipher = createCallbackCipher({
  encodingAesKey: ENCODING_AES_KEY,
  receiveId: RECEIVER,
});
const textOf = (bytes: Uint8Array | undefined) =>
  bytes && new TextDecoder().decode(bytes);

describe("the cipher of callbacks", () => {
  it("decrypts messages of any length that Node's AES encrypted as documented", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), async (text) => {
        const encrypted = encryptCallback(text, { receiveId: RECEIVER });
        expect(textOf(await cipher.decrypt(encrypted))).toBe(text);
      }),
    );
  });

  it("encrypts messages that Node's AES can decrypt, padded to 32 bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), async (text) => {
        const encrypted = await cipher.encrypt(text);
        expect(decryptCallback(encrypted)).toEqual({
          text,
          receiveId: RECEIVER,
        });
      }),
    );
  });

  it("encrypts the same text differently each time, even a long one", async () => {
    const long = "字".repeat(20_000);
    const [one, other] = [
      await cipher.encrypt(long),
      await cipher.encrypt(long),
    ];
    expect(one).not.toBe(other);
    expect(textOf(await cipher.decrypt(one))).toBe(long);
  });

  it("rejects messages for another receiver, with another key, and malformed ones", async () => {
    const otherKey = `${"A".repeat(42)}E`;
    const length = Buffer.alloc(20);
    length.writeUInt32BE(1_000_000, 16);
    for (const encrypted of [
      encryptCallback("hi", { receiveId: "another" }),
      encryptCallback("hi", { receiveId: RECEIVER, key: otherKey }),
      encryptFile("short").toString("base64"),
      encryptFile(length).toString("base64"),
      encryptCallback("hi").slice(0, -8),
      "",
      "AAAA",
      "no base64!",
    ])
      expect(await cipher.decrypt(encrypted)).toBeUndefined();
  });

  it("decrypts files, unless their padding is damaged", async () => {
    const bytes = await cipher.decryptFile(
      Uint8Array.from(encryptFile("a picture")),
    );
    expect(textOf(bytes)).toBe("a picture");
    for (const padding of [0, 33]) {
      const damaged = encryptFile("a picture", { padding });
      expect(
        await cipher.decryptFile(Uint8Array.from(damaged)),
      ).toBeUndefined();
    }
  });
});

describe("the signature of callbacks", () => {
  it("is the SHA-1 of the sorted parts", async () => {
    const parts = [
      "QDG6eK",
      "1409659813",
      "1372623149",
      "RypEvHKD8QQKFhvQ6Q==",
    ];
    expect(await signCallback(parts)).toBe(sha1Of(...parts));
    expect(await signCallback(["b", "a"])).toBe(
      // SHA-1 of "ab".
      "da23614e02469a0d7c7bd1bdab5c9c474b1904dc",
    );
  });
});

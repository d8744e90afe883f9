import {
  concatenate,
  fromBase64,
  toBase64,
  type Bytes,
} from "../../runtime/bytes.ts";

/** WeChat and WeCom pad to 32 bytes, although an AES block has 16. */
const PADDED_TO = 32;
const BLOCK = 16;
/** 16 random bytes and the message's length (4 bytes, big-endian). */
const HEAD = 20;

/**
 * Encrypts and decrypts the callbacks of WeChat and WeCom, and their answers.
 */
export interface CallbackCipher {
  /**
   * @param encrypted base64
   * @returns `undefined` if the key is wrong or the message has another
   *   receiver
   */
  decrypt(encrypted: string): Promise<Bytes | undefined>;
  /** @returns base64 */
  encrypt(message: string): Promise<string>;
  /** Decrypts a file, which has neither head nor receiver. */
  decryptFile(encrypted: Bytes): Promise<Bytes | undefined>;
}

/**
 * AES-256-CBC as specified by WeCom
 * (https://developer.work.weixin.qq.com/document/path/91144): the IV is the
 * key's first half. The plaintext is 16 random bytes, the message's length, the
 * message, and the receiver's id.
 * @param encodingAesKey 43 characters of base64
 * @param receiveId the app id of an official account; empty for an AI bot
 */
export function createCallbackCipher({
  encodingAesKey,
  receiveId,
}: {
  encodingAesKey: string;
  receiveId: string;
}): CallbackCipher {
  const keyBytes = fromBase64(`${encodingAesKey}=`) ?? new Uint8Array();
  const receiver = new TextEncoder().encode(receiveId);
  let imported: Promise<CryptoKey> | undefined;
  const importKey = () =>
    (imported ??= crypto.subtle.importKey("raw", keyBytes, "AES-CBC", false, [
      "encrypt",
      "decrypt",
    ]));

  const encryptBlocks = async (data: Bytes, iv: Bytes): Promise<Bytes> => {
    const algorithm = { name: "AES-CBC", iv };
    return new Uint8Array(
      await crypto.subtle.encrypt(algorithm, await importKey(), data),
    );
  };

  const decryptFile: CallbackCipher["decryptFile"] = async (encrypted) => {
    if (encrypted.length === 0 || encrypted.length % BLOCK !== 0)
      return undefined;
    // WebCrypto only removes padding to 16 bytes: an appended padding block
    // makes it keep the original padding, which is removed below.
    const last = encrypted.slice(-BLOCK);
    const padding = await encryptBlocks(new Uint8Array(), last);
    const algorithm = { name: "AES-CBC", iv: keyBytes.slice(0, BLOCK) };
    const data = concatenate([encrypted, padding]);
    const padded = new Uint8Array(
      await crypto.subtle.decrypt(algorithm, await importKey(), data),
    );
    const count = padded.at(-1) ?? 0;
    return count >= 1 && count <= PADDED_TO
      ? padded.slice(0, -count)
      : undefined;
  };

  return {
    decryptFile,

    async decrypt(encrypted) {
      const bytes = fromBase64(encrypted);
      const plain = bytes && (await decryptFile(bytes));
      if (plain === undefined || plain.length < HEAD) return undefined;
      const end = HEAD + new DataView(plain.buffer).getUint32(BLOCK);
      const hasReceiver =
        end <= plain.length && isEqual(plain.subarray(end), receiver);
      return hasReceiver ? plain.slice(HEAD, end) : undefined;
    },

    async encrypt(message) {
      const bytes = new TextEncoder().encode(message);
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, bytes.length);
      const random = crypto.getRandomValues(new Uint8Array(BLOCK));
      const plain = concatenate([random, length, bytes, receiver]);
      const count = PADDED_TO - (plain.length % PADDED_TO);
      const padded = concatenate([plain, new Uint8Array(count).fill(count)]);
      const encrypted = await encryptBlocks(padded, keyBytes.slice(0, BLOCK));
      // Drops the padding block that WebCrypto adds.
      return toBase64(encrypted.subarray(0, padded.length));
    },
  };
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return (
    one.length === other.length &&
    one.every((byte, index) => byte === other[index])
  );
}

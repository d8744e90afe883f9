import { concatenate, fromBase64, toBase64 } from "../../../runtime/bytes.ts";
import { deriveSecret } from "../../../runtime/hash.ts";
import { parseOwnJson } from "../../../text/json.ts";
import type {
  SignInKey,
  SignInRow,
  SignInStore,
} from "../../../types/sign-in-store.ts";

/** A row that was decrypted. */
export interface OpenedRow<Content> {
  readonly version: string;
  readonly content: Content;
  readonly expiresAt?: number | undefined;
}

/** Rows of one kind, encrypted at rest. */
export interface SealedRows<Content> {
  /** `undefined`, too, for a row that another secret encrypted. */
  find(key: SignInKey): Promise<OpenedRow<Content> | undefined>;
  take(key: SignInKey): Promise<Content | undefined>;
  /** See `SignInStore`. Returns the new version, `undefined` if it lost. */
  swap(
    key: SignInKey,
    before: string | undefined,
    content: Content,
    options?: { expiresAt?: number | undefined },
  ): Promise<string | undefined>;
  /** Replaces whatever is there. */
  put(
    key: SignInKey,
    content: Content,
    options?: { expiresAt?: number | undefined },
  ): Promise<void>;
  /** A row that is used is kept for as long as a new one. */
  touch(key: SignInKey, row: OpenedRow<Content>): Promise<void>;
}

const IV_BYTES = 12;
const ATTEMPTS = 5;
/** Use is noted once a day. */
const DAY_MS = 86_400_000;

/**
 * Encrypts rows with AES-GCM and a key derived from the deployment's secret. A
 * row can be read only under its own name.
 */
export function createSealedRows<Content>({
  store,
  secret,
  expiryOf = () => undefined,
}: {
  store: SignInStore;
  secret: string;
  /** When a row that is written now expires, unless it is said. */
  expiryOf?: (key: SignInKey) => number | undefined;
}): SealedRows<Content> {
  let imported: Promise<CryptoKey> | undefined;
  const keyOf = () => (imported ??= importKey(secret));

  const seal = async (key: SignInKey, content: Content): Promise<string> => {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const text = new TextEncoder().encode(JSON.stringify(content));
    const sealed = new Uint8Array(
      await crypto.subtle.encrypt(algorithmOf(key, iv), await keyOf(), text),
    );
    return toBase64(concatenate([iv, sealed]));
  };

  const open = async (
    key: SignInKey,
    row: SignInRow | undefined,
  ): Promise<Content | undefined> => {
    const bytes = row && fromBase64(row.text);
    if (bytes === undefined) return undefined;
    const algorithm = algorithmOf(key, bytes.subarray(0, IV_BYTES));
    const sealed = bytes.subarray(IV_BYTES);
    const text = await crypto.subtle
      .decrypt(algorithm, await keyOf(), sealed)
      .catch(() => undefined);
    return text && parseOwnJson<Content>(new TextDecoder().decode(text));
  };

  const swap: SealedRows<Content>["swap"] = async (
    key,
    before,
    content,
    { expiresAt = expiryOf(key) } = {},
  ) => {
    const version = crypto.randomUUID();
    const text = await seal(key, content);
    const isSwapped = await store.swap(key, before, {
      version,
      text,
      expiresAt,
    });
    return isSwapped ? version : undefined;
  };

  return {
    swap,
    async find(key) {
      const row = await store.find(key);
      const content = await open(key, row);
      const { version = "", expiresAt } = row ?? {};
      return content && { version, content, expiresAt };
    },
    async touch(key, { version, content, expiresAt }) {
      const until = expiryOf(key);
      const isCurrent =
        until === undefined || expiresAt === undefined
          ? until === expiresAt
          : Math.abs(until - expiresAt) < DAY_MS;
      // Who loses has been overtaken by another who uses it.
      if (!isCurrent) await swap(key, version, content);
    },
    take: async (key) => open(key, await store.take(key)),
    async put(key, content, options) {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const before = (await store.find(key))?.version;
        if ((await swap(key, before, content, options)) !== undefined) return;
      }
      throw new Error("A sign-in was changed too often to be replaced.");
    },
  };
}

async function importKey(secret: string): Promise<CryptoKey> {
  const bytes = await deriveSecret(secret, ["sign-ins"]);
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, [
    "encrypt",
    "decrypt",
  ]);
}

function algorithmOf({ owner, name }: SignInKey, iv: Uint8Array<ArrayBuffer>) {
  const additionalData = new TextEncoder().encode(
    JSON.stringify([owner, name]),
  );
  return { name: "AES-GCM", iv, additionalData };
}

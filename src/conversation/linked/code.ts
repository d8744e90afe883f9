import { hashOf } from "../../runtime/hash.ts";

/** Without letters and digits that look like others. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH = 8;

/** Eight characters, e.g. `K7QM-2XPA`: 40 bits. */
export function createCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  const code = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]);
  return `${code.slice(0, 4).join("")}-${code.slice(4).join("")}`;
}

/** As people type it; `undefined` if it is no code. */
export function readCode(text: string): string | undefined {
  const code = text
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, "");
  const isCode =
    code.length === LENGTH &&
    Array.from(code).every((letter) => ALPHABET.includes(letter));
  return isCode ? code : undefined;
}

/** What is stored of a code. */
export function hashCode(code: string): Promise<string> {
  return hashOf(["link", readCode(code)]);
}

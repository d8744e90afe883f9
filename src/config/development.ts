import { deriveSigningSecret } from "../runtime/hash.ts";

/** Name of the caller that development mode adds. */
const NAME = "development";

/** Its API key is the development token. */
export function developmentKey(token: string): { name: string; key: string } {
  return { name: NAME, key: token };
}

/** Its signing secret, which does not reveal the token. */
export async function developmentSecret(
  token: string,
): Promise<{ name: string; secret: string }> {
  const secret = await deriveSigningSecret(token, ["signing", NAME]);
  return { name: NAME, secret };
}

/**
 * Whether a token has at least 128 bits in hexadecimal digits, as `npm run dev`
 * creates them.
 */
export function isDevelopmentToken(text: string): boolean {
  return /^[0-9a-f]{32,}$/.test(text);
}

import { deriveSigningSecret } from "../hash.ts";

/** The caller that needs no settings in development. */
const NAME = "development";

/** Its API key is the token. */
export function developmentKey(token: string): { name: string; key: string } {
  return { name: NAME, key: token };
}

/** What signs its messages. Knowing it does not reveal the token. */
export async function developmentSecret(
  token: string,
): Promise<{ name: string; secret: string }> {
  const secret = await deriveSigningSecret(token, ["signing", NAME]);
  return { name: NAME, secret };
}

/** Whether nobody can guess it: at least 128 random bits in hexadecimal digits, as `npm run dev` makes them. */
export function isDevelopmentToken(text: string): boolean {
  return /^[0-9a-f]{32,}$/.test(text);
}

/** The symmetric signature of Standard Webhooks (`v1`) without its version: the base64 of the HMAC-SHA256. */
export async function signBytes(
  content: Uint8Array,
  secret: string,
): Promise<string> {
  const key = await crypto.subtle.importKey(
    "raw",
    toBytes(secret.slice("whsec_".length)),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const signature = await crypto.subtle.sign("HMAC", key, content);
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}

function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

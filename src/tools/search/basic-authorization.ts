/** The header of RFC 7617. Name and password are sent in UTF-8; a name must not hold a colon. */
export function basicAuthorization({
  username,
  password,
}: {
  username: string;
  password: string;
}): string {
  return `Basic ${toBase64(`${username}:${password}`)}`;
}

/** `btoa` takes bytes only. */
export function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

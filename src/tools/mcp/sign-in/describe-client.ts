export function redirectUrlOf(origin: string): string {
  return `${origin}/oauth/callback`;
}

/** Parley as an OAuth client. */
export function describeClient(origin: string) {
  return {
    client_name: "Parley",
    client_uri: origin,
    redirect_uris: [redirectUrlOf(origin)],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
}

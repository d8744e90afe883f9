import type { Config } from "../../src/config.ts";

/** Shorter ones stand in ordinary words. */
const MIN_LENGTH = 8;

/** Everything in the settings that must not be shown, also where others quote it. */
export function listSecrets({
  model,
  telegram,
  webhook,
  library,
  web,
  secret,
  adminKey,
  mcp,
  search,
}: Config): readonly string[] {
  const secrets = [
    model.kind === "openai" ? model.apiKey : undefined,
    telegram?.token,
    telegram?.webhookSecret,
    web.password,
    web.challenge?.secret,
    secret,
    adminKey,
    ...webhook.keys.map(({ key }) => key),
    ...webhook.signingSecrets.map(({ secret: ofCaller }) => ofCaller),
    ...webhook.callbacks.secrets.map(({ secret: ofCaller }) => ofCaller),
    ...library.keys,
    ...mcp.servers.flatMap(({ token, url }) => [token, url]),
    ...search.providers.flatMap((provider) => [
      "apiKey" in provider ? provider.apiKey : undefined,
      "password" in provider ? provider.password : undefined,
      URL.parse(provider.baseUrl ?? "")?.password,
    ]),
  ];
  return secrets.filter(
    (value): value is string =>
      value !== undefined && value.length >= MIN_LENGTH,
  );
}

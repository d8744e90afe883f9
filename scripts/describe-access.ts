import { developmentSecret } from "../src/config/development.ts";

/** What a developer needs to use the Parley that has just started on this machine, line by line. */
export async function describeAccess({
  url,
  token,
}: {
  /** Without a slash at its end. */
  url: string;
  token: string;
}): Promise<string> {
  const { secret } = await developmentSecret(token);
  return [
    `  page      ${url}/?token=${token}`,
    `  API key   ${token} (npm run --silent key)`,
    `  secret    ${secret} (for signatures: npm run --silent key -- --signing-secret)`,
    "They are this checkout's own, and work in development only.",
  ].join("\n");
}

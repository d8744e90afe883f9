import { ensureDevelopmentToken } from "../development-token.ts";
import { readDevVars } from "../read-dev-vars.ts";

export type KeyReading =
  | { readonly kind: "read"; readonly key: string }
  | { readonly kind: "wrong"; readonly problem: string };

/** `LIBRARY_KEY` of the environment, else of `.dev.vars`; else the checkout's token for what runs on this machine. */
export async function readLibraryKey({
  url,
  environment,
  directory,
}: {
  url: string;
  environment: Readonly<Record<string, string | undefined>>;
  directory: string;
}): Promise<KeyReading> {
  const { protocol, hostname } = new URL(url);
  const isHere = /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/.test(hostname);
  if (!isHere && protocol !== "https:")
    return wrong(
      "Without https:// everybody on the way could read the key. Give an https:// address.",
    );
  const file = await readDevVars(directory);
  const key = (
    environment["LIBRARY_KEY"] ||
    file["LIBRARY_KEY"] ||
    (isHere ? await ensureDevelopmentToken(directory) : "")
  ).trim();
  if (key === "")
    return wrong(
      "LIBRARY_KEY is not set. Make one with `openssl rand -base64 32`, and put it into .dev.vars or the environment; the deployment needs the same (npx wrangler secret put LIBRARY_KEY).",
    );
  return /^[!-~]+$/.test(key)
    ? { kind: "read", key }
    : wrong("LIBRARY_KEY has blanks or characters outside ASCII.");
}

function wrong(problem: string): KeyReading {
  return { kind: "wrong", problem };
}

import type { AcceptedLanguage } from "../../../http/accepted-language.ts";

const PATH = "/telegram/webhook";
/** https://core.telegram.org/bots/api#setwebhook */
const PORTS = ["", "80", "88", "443", "8443"];

export const ADDRESS_RULE: Readonly<Record<AcceptedLanguage, string>> = {
  en: "Telegram must be able to reach the address from the internet, by https with a valid certificate and its full chain, on port 443, 80, 88 or 8443.",
  zh: "Telegram 要能从互联网访问这个网址：https，证书有效并且证书链完整，端口 443、80、88 或 8443。",
};

/** Outcome of `parseWebhookAddress`. */
export type WebhookAddress =
  | { readonly kind: "set"; readonly url: string }
  /** Human-readable. */
  | { readonly kind: "wrong"; readonly problem: string };

const ENGLISH = {
  noUrl: (address: string) =>
    `"${address}" is not a URL such as https://parley.example.workers.dev.`,
  local:
    "Telegram cannot reach an address on this computer. To try Parley here, run `npm run telegram:poll`.",
};

const TEXTS: Readonly<Record<AcceptedLanguage, typeof ENGLISH>> = {
  en: ENGLISH,
  zh: {
    noUrl: (address) =>
      `“${address}”不是网址；网址形如 https://parley.example.workers.dev。`,
    local:
      "Telegram 访问不到这台电脑上的网址。想在本机试用，请运行 `npm run telegram:poll`。",
  },
};

/**
 * Derives the webhook's URL from a deployment's, and checks that Telegram
 * accepts it.
 */
export function parseWebhookAddress(
  address: string,
  language: AcceptedLanguage = "en",
): WebhookAddress {
  const texts = TEXTS[language];
  const url = URL.parse(address);
  if (url === null) return wrong(texts.noUrl(address));
  if (isLocal(url.hostname)) return wrong(texts.local);
  if (url.protocol !== "https:" || !PORTS.includes(url.port))
    return wrong(ADDRESS_RULE[language]);
  const path = url.pathname.replace(/\/+$/, "");
  return {
    kind: "set",
    url: url.origin + (path.endsWith(PATH) ? path : path + PATH),
  };
}

function isLocal(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname === "[::1]" ||
    hostname.startsWith("127.")
  );
}

function wrong(problem: string): WebhookAddress {
  return { kind: "wrong", problem };
}

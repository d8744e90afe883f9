const PATH = "/telegram/webhook";
/** https://core.telegram.org/bots/api#setwebhook */
const PORTS = ["", "80", "88", "443", "8443"];

/** What came of an address that somebody gave for the webhook. */
export type WebhookAddress =
  | { readonly kind: "set"; readonly url: string }
  /** For people. */
  | { readonly kind: "wrong"; readonly problem: string };

/** Where Telegram is to send updates, with the path of the webhook, by the address of a deployment. */
export function parseWebhookAddress(address: string): WebhookAddress {
  const url = URL.parse(address);
  if (url === null)
    return wrong(
      `"${address}" is not a URL such as https://parley.example.workers.dev.`,
    );
  if (isLocal(url.hostname))
    return wrong(
      "Telegram cannot reach an address on this computer. To try Parley here, run `npm run telegram:poll`.",
    );
  if (url.protocol !== "https:")
    return wrong("Telegram delivers to https:// addresses only.");
  if (!PORTS.includes(url.port))
    return wrong("Telegram delivers to ports 443, 80, 88 and 8443 only.");
  if (url.search !== "" || url.hash !== "")
    return wrong("Leave out what begins with ? or #.");
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

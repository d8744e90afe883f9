import { parseArgs } from "node:util";

export type WebhookOrder =
  | { readonly kind: "set"; readonly url: string }
  | { readonly kind: "delete" }
  /** What is wrong with the arguments. */
  | { readonly kind: "wrong"; readonly problem: string };

export const WEBHOOK_USAGE = `Usage:
  npm run telegram:webhook -- https://parley.example.workers.dev   sets the webhook to your deployment
  npm run telegram:webhook -- --delete                             removes the webhook; Telegram then keeps messages until they are fetched`;

const PATH = "/telegram/webhook";
/** https://core.telegram.org/bots/api#setwebhook */
const PORTS = ["", "80", "88", "443", "8443"];

export function parseWebhookArguments(given: readonly string[]): WebhookOrder {
  const { values, positionals } = parseArgs({
    args: [...given],
    options: { delete: { type: "boolean", default: false } },
    allowPositionals: true,
    strict: false,
  });
  const unknown = Object.keys(values).find((option) => option !== "delete");
  if (unknown !== undefined) return wrong(`There is no option --${unknown}.`);
  const [address, ...more] = positionals;
  if (values.delete)
    return address === undefined
      ? { kind: "delete" }
      : wrong("--delete takes no address.");
  if (address === undefined)
    return wrong("The public address of your deployment is missing.");
  if (more.length > 0) return wrong("Give one address only.");
  return parseAddress(address);
}

function parseAddress(address: string): WebhookOrder {
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

function wrong(problem: string): WebhookOrder {
  return { kind: "wrong", problem };
}

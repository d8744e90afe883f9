import { parseArgs } from "node:util";
import {
  parseWebhookAddress,
  type WebhookAddress,
} from "../../src/channels/telegram/setup/webhook-address.ts";

type WebhookOrder =
  /** `wrong` includes wrong arguments. */
  WebhookAddress | { readonly kind: "delete" };

export const WEBHOOK_USAGE = `Usage:
  npm run telegram:webhook -- https://parley.example.workers.dev   sets the webhook to your deployment
  npm run telegram:webhook -- --delete                             removes the webhook; Telegram then keeps messages until they are fetched`;

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
  return parseWebhookAddress(address);
}

function wrong(problem: string): WebhookOrder {
  return { kind: "wrong", problem };
}

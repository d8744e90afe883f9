import { expect, it } from "vitest";
import { explainWebhookError } from "../../../src/channels/telegram/setup/explain-webhook-error.ts";

it.each([
  ["Wrong response from the webhook: 401 Unauthorized", /SECRET differs/],
  ["Wrong response from the webhook: 403 Forbidden", /firewall/],
  ["Wrong response from the webhook: 404 Not Found", /The address is wrong/],
  ["Wrong response from the webhook: 429 Too Many Requests", /automatically/],
  ["Wrong response from the webhook: 503 Service Unavailable", /healthz/],
  ["Wrong response from the webhook: 500 Internal", /wrangler tail/],
  ["Wrong response from the webhook: 301 Moved Permanently", /redirects/],
  ["Connection timed out", /in time/],
  ["Read timeout expired", /in time/],
  ["SSL error {error:0A000086:SSL routines::certificate}", /certificate/],
  ["Connection refused", /from the internet/],
])("Telegram's last error is explained: %s", (message, advice) => {
  expect(explainWebhookError(message)).toMatch(advice);
});

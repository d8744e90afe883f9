import { IDS } from "./wrong-addresses.ts";
import {
  call,
  ID,
  MESSAGE,
  post,
  TEXT,
  type WrongRequest,
} from "./wrong-request.ts";

const INVALID = [422, "invalid-fields"] as const;

/**
 * Excludes addresses of the developer's machine, which `wrangler dev` allows.
 */
const ADDRESSES = [
  "",
  " ",
  "example",
  "//example.com/hook",
  "http://example.com/hook",
  "ftp://example.com/hook",
  "file:///etc/passwd",
  "data:text/plain,hook",
  "javascript:alert(1)",
  "https://",
  `https://example.com:8443/hook?token=${TEXT}`,
  "https://example.com:22/hook",
  "https://user@example.com/hook",
  "https://user:password@example.com/hook",
  "https://exa mple.com/hook",
  "https://example.com%00.evil.example/",
  "http://127.0.0.2/hook",
  "https://127.0.0.2/hook",
  "https://127.2/hook",
  "https://0x7f000002/hook",
  "https://0x7f.0.0.2/hook",
  "https://0177.0.0.02/hook",
  "https://2130706434/hook",
  "https://１２７.0.0.2/hook",
  "https://[::ffff:127.0.0.1]/hook",
  "https://[::ffff:7f00:1]/hook",
  "https://[::127.0.0.1]/hook",
  "https://[64:ff9b::7f00:1]/hook",
  "https://[::]/hook",
  "https://[fe80::1]/hook",
  "https://[fc00::1]/hook",
  "https://[2606:4700::1111]/hook",
  "https://0/hook",
  "https://0.0.0.0/hook",
  "https://10.0.0.1/hook",
  "https://012.1/hook",
  "https://167772161/hook",
  "https://172.16.0.1/hook",
  "https://192.168.0.1/hook",
  "https://100.64.0.1/hook",
  "https://169.254.169.254/latest/meta-data/",
  "https://0xa9fea9fe/latest/meta-data/",
  "https://1.1.1.1/hook",
  "https://localhost./hook",
  "https://a.localhost/hook",
  "https://LOCALHOST.localdomain/hook",
  "https://example.com./hook",
  "https://metadata/hook",
  "https://metadata.google.internal/hook",
  "https://metadata.example.com/hook",
  "https://crm.internal/hook",
  "https://printer.local/hook",
  "https://router.lan/hook",
  "https://nas.home.arpa/hook",
  "https://wiki.corp/hook",
  "https://api.default.svc/hook",
  "https://abc.onion/hook",
  "https://shop.test/hook",
];

const INVALID_VALUES: Readonly<Record<string, unknown>> = {
  "a number": 7,
  null: null,
  "an array": ["https://example.com/hook"],
  "an object": { url: "https://example.com/hook" },
  "2,001 characters": `https://example.com/${"a".repeat(1_981)}`,
  "200,000 characters": `https://example.com/${"a".repeat(200_000)}`,
};

const DELIVERIES = `/v1/messages/${ID}/deliveries`;

/** Forbidden callback addresses, and missing deliveries. */
export function wrongCallbacks(): readonly WrongRequest[] {
  const withCallback = (name: string, callback_url: unknown) =>
    post(`callback_url: ${name}`, { ...MESSAGE, callback_url }, INVALID);
  return [
    ...ADDRESSES.map((address) =>
      withCallback(JSON.stringify(address), address),
    ),
    ...Object.entries(INVALID_VALUES).map(([name, value]) =>
      withCallback(name, value),
    ),
    ...["GET", "POST"].flatMap((method) => [
      call(
        `${method} deliveries without a key`,
        `${method} ${DELIVERIES}`,
        [401, "unauthorized"],
        [],
      ),
      call(
        `${method} deliveries with a parameter`,
        `${method} ${DELIVERIES}?limit=1`,
        [400, "unknown-parameter"],
      ),
      ...Object.entries(IDS).map(([name, id]) =>
        call(
          `${method} deliveries of a message ${name}`,
          `${method} /v1/messages/${id}/deliveries`,
          [404, "unknown-message"],
        ),
      ),
    ]),
  ];
}

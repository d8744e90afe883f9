import { expect, it } from "vitest";
import { createSetupPage } from "../../src/http/admin/setup-page.ts";
import { createConsolePage } from "../../src/http/console/console-page.ts";

it.each([
  ["/setup", createSetupPage()],
  ["/console", createConsolePage()],
])(
  "%s is in no index and no frame, and its address goes nowhere",
  async (path, routes) => {
    const { status, headers } = await routes.request(path);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-robots-tag": "noindex",
      "content-security-policy": expect.stringContaining(
        "frame-ancestors 'none'",
      ),
      "referrer-policy": "no-referrer",
    });
  },
);

import { expect, it } from "vitest";
import { createOperatorPages } from "../../src/http/operator-pages.ts";

it.each(["/setup", "/console"])(
  "%s is in no index and no frame, and its address goes nowhere",
  async (path) => {
    const { status, headers } = await createOperatorPages().request(path);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toEqual({
      "content-type": "text/html; charset=utf-8",
      "x-robots-tag": "noindex",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "cache-control": "no-cache",
    });
  },
);

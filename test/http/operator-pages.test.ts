import { expect, it } from "vitest";
import { createOperatorPages } from "../../src/http/operator-pages.ts";

it.each(["/setup", "/console"])(
  "%s is in no index and no frame, and its address goes nowhere",
  async (path) => {
    const { status, headers } = await createOperatorPages().request(path);
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

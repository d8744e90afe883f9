import { expect, it } from "vitest";
import { refuseToStart } from "../../src/platforms/start-banner.ts";
import { ConfigurationError } from "../../src/types/errors.ts";

it("answers 503 with the wrong variables and Retry-After", async () => {
  const response = refuseToStart(
    new Request("https://parley.example/v1/messages"),
    new ConfigurationError([
      { variable: "WEBHOOK_API_KEYS", problem: "has the same key twice" },
    ]),
  );
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("60");
  expect(await response.json()).toMatchObject({
    type: "https://parley.chat/problems/wrong-configuration",
    errors: [
      { pointer: "/WEBHOOK_API_KEYS", detail: "has the same key twice" },
    ],
  });
});

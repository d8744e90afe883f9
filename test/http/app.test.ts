import { expect, it } from "vitest";
import { createAnsweringApp } from "../fakes/answering-app.ts";

const SETTINGS = {
  WHATSAPP_ACCESS_TOKEN: "token-of-the-app-in-these-tests",
  WHATSAPP_PHONE_NUMBER_ID: "1234567890",
  WHATSAPP_APP_SECRET: "3f8a1c5e9d7b20464c0e2f6b8d1a3957",
  WHATSAPP_VERIFY_TOKEN: "words-that-nobody-would-ever-guess-here",
};

it.each([
  ["POST", "/whatsapp/webhook", 401, null],
  ["PUT", "/whatsapp/webhook", 405, "GET, HEAD, POST"],
  ["DELETE", "/healthz", 405, "GET, HEAD"],
  ["POST", "/telegram/webhook", 404, null],
])(
  "answers %s %s with %i, whichever table has its route",
  async (method, path, status, allow) => {
    const { app } = createAnsweringApp(SETTINGS);
    const response = await app.request(path, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get("allow")).toBe(allow);
  },
);

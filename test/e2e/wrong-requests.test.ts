import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorker, type WranglerDev } from "./wrangler-dev.ts";
import { allWrongRequests } from "./wrong-requests/all-wrong-requests.ts";
import { sendAll } from "./wrong-requests/send-all.ts";
import type { RawResponse } from "./wrong-requests/send-raw.ts";
import {
  CONVERSATION,
  ID,
  KEY,
  SIGNING_SECRET,
  TEXT,
  WRONG_KEY,
  type WrongRequest,
} from "./wrong-requests/wrong-request.ts";

const requests = allWrongRequests();
let dev: WranglerDev;
let responses: ReadonlyMap<WrongRequest, RawResponse>;
/** All that it logged until the last response. */
let log: string;

beforeAll(async () => {
  dev = await startWorker({
    variables: {
      WEBHOOK_API_KEYS: `shop:${KEY}`,
      WEBHOOK_SIGNING_SECRET: `shop:${SIGNING_SECRET}`,
    },
  });
  // Signatures age while the server starts, but by less than five minutes.
  responses = await sendAll(dev.url, requests);
  log = dev.log();
});
afterAll(() => dev?.close());

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${dev.url}${path}`, {
    ...init,
    headers: {
      authorization: `Bearer ${KEY}`,
      "content-type": "application/json",
    },
  });

describe("an invalid request", () => {
  it.each(requests.map((request) => [request.name, request] as const))(
    "is rejected: %s",
    (_, request) => {
      const response = responses.get(request);
      expect(response?.status).toBe(request.status);
      if (request.slug === undefined) return;
      expect(response?.headers.get("content-type")).toBe(
        "application/problem+json",
      );
      expect(JSON.parse(response?.text ?? "")).toMatchObject({
        type: `https://parley.chat/problems/${request.slug}`,
        status: request.status,
        title: expect.stringMatching(/^[A-Z].{5,}/),
        detail: expect.stringMatching(/.{10,}/),
      });
    },
  );

  it("cannot inject a response header", () => {
    for (const { headers } of responses.values())
      expect(headers.has("set-cookie")).toBe(false);
  });

  it("gets a short response, however much it sends", () => {
    for (const { text } of responses.values())
      expect(text.length).toBeLessThan(8_000);
  });

  it("gets no secret in its response", () => {
    for (const { text } of responses.values())
      for (const secret of [KEY, WRONG_KEY, SIGNING_SECRET, TEXT])
        expect(text).not.toContain(secret);
  });
});

describe("after all invalid requests", () => {
  it.each([`/v1/conversations/${CONVERSATION}`, `/v1/messages/${ID}`])(
    "nothing is stored: %s",
    async (path) => {
      expect((await call(path)).status).toBe(404);
    },
  );

  it("there are no conversations", async () => {
    expect(await (await call("/v1/conversations")).json()).toEqual({
      conversations: [],
      next: null,
    });
  });

  it("the log contains none of their keys, secrets and texts", () => {
    expect(log).not.toBe("");
    for (const secret of [KEY, WRONG_KEY, SIGNING_SECRET, TEXT])
      expect(log).not.toContain(secret);
  });

  it("there are no unexpected failures", () => {
    expect(log).not.toContain("request failed");
  });

  it("messages are still answered", async () => {
    const message = { conversation: CONVERSATION, text: "1+1", id: ID };
    const body = JSON.stringify(message);
    const response = await call("/v1/messages", { method: "POST", body });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: "delivered" });
  });
});

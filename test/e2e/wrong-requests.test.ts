import { describe, expect, it } from "vitest";
import { closeAfterAll } from "./close-after-all.ts";
import { sendRaw, type RawResponse } from "./send-raw.ts";
import { startWorker } from "./wrangler-dev.ts";
import {
  CONVERSATION,
  ID,
  KEY,
  TEXT,
  WRONG_KEY,
  wrongRequests,
  type WrongRequest,
} from "./wrong-requests.ts";

const requests = wrongRequests();
const SECRETS = [KEY, WRONG_KEY, TEXT];
const responses = new Map<WrongRequest, RawResponse>();

const dev = await startWorker({
  variables: { WEBHOOK_API_KEYS: `shop:${KEY}` },
});
const send = async (request: WrongRequest) =>
  void responses.set(request, await sendRaw(dev.url, request));
// These wait for the server's time limit.
const slow = requests.filter(({ status }) => status === 408).map(send);
for (const request of requests) if (request.status !== 408) await send(request);
await Promise.all(slow);
closeAfterAll(dev);

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${dev.url}${path}`, {
    ...init,
    headers: {
      authorization: `Bearer ${KEY}`,
      "content-type": "application/json",
    },
  });

it.each(requests.map((request) => [request.name, request] as const))(
  "an invalid request is rejected: %s",
  (_, request) => {
    const { status, headers, text } = responses.get(request) ?? {};
    expect(status).toBe(request.status);
    expect(headers?.has("set-cookie")).toBe(false);
    expect(text?.length).toBeLessThan(8_000);
    for (const secret of SECRETS) expect(text).not.toContain(secret);
    if (request.slug === undefined) return;
    expect(headers?.get("content-type")).toBe("application/problem+json");
    expect(JSON.parse(text ?? "")).toMatchObject({
      type: `https://parley.chat/problems/${request.slug}`,
      status: request.status,
    });
  },
);

describe("after all invalid requests", () => {
  it("nothing is stored, and the log has no failures, keys or texts", async () => {
    for (const path of [
      `/v1/conversations/${CONVERSATION}`,
      `/v1/messages/${ID}`,
    ])
      expect((await call(path)).status).toBe(404);
    expect(await (await call("/v1/conversations")).json()).toEqual({
      conversations: [],
      next: null,
    });
    const log = dev.log();
    expect(log).not.toBe("");
    for (const secret of [...SECRETS, "request failed"])
      expect(log).not.toContain(secret);
  });

  it("messages are still answered", async () => {
    const message = { conversation: CONVERSATION, text: "1+1", id: ID };
    const body = JSON.stringify(message);
    const response = await call("/v1/messages", { method: "POST", body });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: "delivered" });
  });
});

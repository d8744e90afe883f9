import type { IncomingMessage, ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createEndpointVerifier,
  type EndpointAnswer,
} from "../../../../src/channels/webhook/callbacks/confirm-endpoint.ts";
import { createSignedPost } from "../../../../src/channels/webhook/callbacks/post-signed.ts";
import {
  startCallbackReceiver,
  type CallbackReceiver,
} from "../../../stubs/callback-receiver.ts";
import { listen, type ListeningServer } from "../../../stubs/listen.ts";

const SECRET = `whsec_${btoa("secret-of-the-shop-in-tests")}`;
const LEAK = "what-nobody-may-see";

function ask(
  url: string,
  { addresses = ["127.0.0.1"], timeoutMs = 2_000, isPublic = false } = {},
): Promise<EndpointAnswer> {
  const post = createSignedPost({
    resolver: { resolve: async () => addresses },
    userAgent: "Parley/test",
  });
  const verify = createEndpointVerifier({ post, timeoutMs });
  return verify({
    caller: "shop",
    url: new URL(url),
    place: isPublic ? "public" : "this-machine",
    secrets: [SECRET],
  });
}

describe("an endpoint that wants a caller's callbacks", () => {
  let receiver: CallbackReceiver;
  beforeEach(async () => {
    receiver = await startCallbackReceiver();
  });
  afterEach(() => receiver.close());

  it("returns the challenge of a signed request that names the caller and the URL", async () => {
    const url = `${receiver.url}/hook?token=1`;
    expect(await ask(url)).toEqual({ kind: "confirmed" });
    const [{ method, path, headers, body } = failure()] =
      receiver.verifications;
    expect([method, path]).toEqual(["POST", "/hook?token=1"]);
    const plain = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    );
    expect(new Webhook(SECRET).verify(body, plain)).toEqual({
      type: "callback.verification",
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      caller: "shop",
      callback_url: url,
      data: { challenge: expect.stringMatching(/^[\da-f]{64}$/) as string },
    });
  });

  it("gets a new challenge and a new id each time", async () => {
    await ask(receiver.url);
    await ask(receiver.url);
    const [first, second] = receiver.verifications;
    expect(first?.body).not.toBe(second?.body);
    expect(first?.headers["webhook-id"]).not.toBe(
      second?.headers["webhook-id"],
    );
  });
});

describe("an endpoint with a wrong answer", () => {
  let server: ListeningServer;
  let answer: (challenge: string, body: string) => Response;
  let asked: number;
  beforeEach(async () => {
    asked = 0;
    const respond = async (
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<void> => {
      asked++;
      const chunks = await request.toArray();
      const body = Buffer.concat(chunks).toString();
      const { challenge } = JSON.parse(body).data;
      const given = answer(challenge, body);
      response.writeHead(given.status, Object.fromEntries(given.headers));
      response.end(await given.text());
    };
    server = await listen(
      (request, response) => void respond(request, response),
    );
  });
  afterEach(() => server.close());

  const json = (value: unknown, status = 200) =>
    new Response(JSON.stringify(value), { status });

  it.each<[string, (challenge: string, body: string) => Response]>([
    ["another challenge", () => json({ challenge: LEAK })],
    ["no challenge", () => json({})],
    ["an empty one", () => json({ challenge: "" })],
    ["a list", (challenge) => json([challenge])],
    ["a list in its place", (challenge) => json({ challenge: [challenge] })],
    ["the bare challenge", (challenge) => new Response(challenge)],
    ["the whole question, as a mirror", (_, body) => new Response(body)],
    ["more than it", (challenge) => json({ challenge, leak: LEAK })],
    [
      "it among very much",
      (challenge) =>
        new Response(`{"challenge":"${challenge}"${" ".repeat(999)}}`),
    ],
    ["no JSON", () => new Response(LEAK)],
    ["nothing", () => new Response(null)],
    ["201", (challenge) => json({ challenge }, 201)],
    ["204", () => new Response(null, { status: 204 })],
    ["401", (challenge) => json({ challenge, leak: LEAK }, 401)],
    ["500", () => new Response(LEAK, { status: 500 })],
  ])("does not confirm: %s", async (_, given) => {
    answer = given;
    const result = await ask(server.url);
    expect(result).toMatchObject({
      kind: "unconfirmed",
      reason: expect.stringMatching(/^It answered with [\w ,]+\.$/) as string,
    });
    // The reason must not reveal the body.
    expect(JSON.stringify(result)).not.toContain(LEAK);
  });

  it("is not followed to a redirect's target", async () => {
    const receiver = await startCallbackReceiver();
    for (const status of [301, 302, 303, 307, 308]) {
      const headers = { location: receiver.url };
      answer = () => new Response(null, { status, headers });
      expect(await ask(server.url)).toEqual({
        kind: "unconfirmed",
        reason: `It answered with status ${status}.`,
      });
    }
    expect(receiver.verifications).toEqual([]);
    await receiver.close();
  });

  it.each([
    ["private", ["93.184.215.14", "10.0.0.1"]],
    ["this machine's", ["127.0.0.1"]],
    ["missing", []],
  ])("is not requested if its address is %s", async (_, addresses) => {
    const url = server.url.replace("http:", "https:");
    expect(await ask(url, { addresses, isPublic: true })).toMatchObject({
      kind: "unconfirmed",
      reason: expect.stringMatching(/^The host/) as string,
    });
    expect(asked).toBe(0);
  });

  it("times out, also while its body is read", async () => {
    const slow = await listen((request, response) => {
      request.resume();
      response.writeHead(200).write('{"challenge":');
    });
    expect(await ask(slow.url, { timeoutMs: 100 })).toEqual({
      kind: "unconfirmed",
      reason: "No answer within 0.1 seconds.",
    });
    await slow.close();
  });
});

function failure(): never {
  throw new Error("Nothing was received.");
}

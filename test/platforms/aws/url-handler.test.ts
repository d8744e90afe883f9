import { once } from "node:events";
import { request as sendRequest, type Server } from "node:http";
import type { Readable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  createFunctionUrl,
  provideLambdaRuntime,
} from "../../../scripts/dev-aws/function-url.ts";
import { createUrlHandler } from "../../../src/platforms/aws/url-handler.ts";

describe("createUrlHandler", () => {
  const servers: Server[] = [];
  beforeAll(provideLambdaRuntime);
  afterEach(() => {
    vi.restoreAllMocks();
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  const serve = async (
    answer: Parameters<typeof createUrlHandler>[0]["fetch"],
    options?: { timeoutMs: number },
  ): Promise<string> => {
    const handler = createUrlHandler({ fetch: answer });
    const server = createFunctionUrl(handler, options).listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    const address = server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  };

  it("passes the request on unchanged", async () => {
    let seen: Request | undefined;
    let body = "";
    const url = await serve(async (request) => {
      seen = request;
      body = await request.text();
      return new Response();
    });
    const path = "/v1/messages/order%2F17%20%E6%B1%87?a=1&a=%20&b";
    await fetch(`${url}${path}`, {
      method: "POST",
      headers: { cookie: "a=1; b=2", "x-odd": "é" },
      body: "汇率 🐉",
    });
    expect(seen?.url).toBe(`${url}${path}`);
    expect(seen?.method).toBe("POST");
    expect(seen?.headers.get("cookie")).toBe("a=1; b=2");
    expect(seen?.headers.get("x-odd")).toBe("é");
    expect(body).toBe("汇率 🐉");
  });

  it("takes the caller's address from Lambda, not from headers", async () => {
    const seen: unknown[] = [];
    const url = await serve(async (_, client) => {
      seen.push(client);
      return new Response();
    });
    const forged = "198.51.100.1";
    await fetch(url, {
      headers: {
        "x-forwarded-for": forged,
        "cf-connecting-ip": forged,
        forwarded: `for=${forged}`,
      },
    });
    expect(seen).toEqual([{ clientAddress: "127.0.0.1" }]);
  });

  it("passes binary bodies on, and does not mistake a path for a host", async () => {
    const bytes = new Uint8Array([0, 255, 1, 254]);
    let seen = "";
    const url = await serve(async (request) => {
      seen = request.url;
      return new Response(await request.arrayBuffer());
    });
    const response = await fetch(`${url}//evil.example/x`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: bytes,
    });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    expect(new URL(seen).host).toBe(new URL(url).host);
  });

  it("sends Strict-Transport-Security only if Lambda reports HTTPS", async () => {
    const handler = createUrlHandler({ fetch: () => new Response() });
    const server = createFunctionUrl((event, ...others) => {
      const headers = { ...event.headers, "x-forwarded-proto": "https" };
      return handler({ ...event, headers }, ...others);
    }).listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : "";
    const { headers } = await fetch(`http://127.0.0.1:${port}`);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("strict-transport-security")).toContain("max-age=");

    const plain = await fetch(await serve(() => new Response()));
    expect(plain.headers.get("x-content-type-options")).toBe("nosniff");
    expect(plain.headers.get("strict-transport-security")).toBeNull();
  });

  /** Sends requests that `fetch` refuses to. */
  const send = async (url: string, method: string, body: string) => {
    const sent = sendRequest(url, {
      method,
      headers: { "content-length": Buffer.byteLength(body) },
    }).end(body);
    const [response] = (await once(sent, "response")) as [
      Readable & { statusCode: number },
    ];
    return { status: response.statusCode, text: await readText(response) };
  };

  it("ignores the body of a GET", async () => {
    const url = await serve(
      async (seen) => new Response(`${seen.method}${await seen.text()}`),
    );
    const answer = await send(url, "GET", "Hello");
    expect(answer).toEqual({ status: 200, text: "GET" });
  });

  it("rejects an unsupported method with 400, and logs no error", async () => {
    const error = vi.spyOn(console, "error");
    const url = await serve(() => new Response());
    expect((await send(url, "TRACE", "")).status).toBe(400);
    expect(error).not.toHaveBeenCalled();
  });

  it("returns status, headers and every cookie of the response", async () => {
    const url = await serve(() => {
      const headers = new Headers({ "x-own": "1" });
      headers.append("set-cookie", "a=1; Path=/");
      headers.append("set-cookie", "b=2; Path=/");
      return new Response(null, { status: 204, headers });
    });
    const response = await fetch(url);
    expect(response.status).toBe(204);
    expect(response.headers.get("x-own")).toBe("1");
    expect(response.headers.getSetCookie()).toEqual([
      "a=1; Path=/",
      "b=2; Path=/",
    ]);
  });

  it("streams each chunk at once", async () => {
    const { readable, writable } = new TransformStream<Uint8Array>();
    const url = await serve(() => new Response(readable));
    const response = await fetch(url);
    const writer = writable.getWriter();
    const reader = response.body?.getReader();
    for (const text of ["one", "two"]) {
      await writer.write(new TextEncoder().encode(text));
      const { value } = (await reader?.read()) ?? {};
      expect(new TextDecoder().decode(value)).toBe(text);
    }
    await writer.close();
    expect((await reader?.read())?.done).toBe(true);
  });

  /** A response that never ends, and a promise of its cancellation. */
  const endless = () => {
    const { promise: cancelled, resolve } = Promise.withResolvers<void>();
    const response = () =>
      new Response(
        new ReadableStream<Uint8Array>({
          start: (controller) =>
            controller.enqueue(new TextEncoder().encode("begun")),
          cancel: () => resolve(),
        }),
      );
    return { cancelled, response };
  };

  it("cancels the response when the caller disconnects", async () => {
    const { cancelled, response } = endless();
    const url = await serve(response);
    const caller = new AbortController();
    const answer = await fetch(url, { signal: caller.signal });
    await answer.body?.getReader().read();
    caller.abort();
    await cancelled;
  });

  it("ends the response before the function's timeout", async () => {
    const { cancelled, response } = endless();
    const url = await serve(response, { timeoutMs: 3_100 });
    const answer = await fetch(url);
    expect(await answer.text()).toBe("begun");
    await cancelled;
  });

  it("aborts the request's signal in time for the app to end its stream", async () => {
    const url = await serve(
      ({ signal }) => {
        const ending = new ReadableStream<Uint8Array>({
          async start(controller) {
            if (!signal.aborted) await once(signal, "abort");
            controller.enqueue(new TextEncoder().encode("Ask again."));
            controller.close();
          },
        });
        return new Response(ending);
      },
      { timeoutMs: 5_100 },
    );
    expect(await (await fetch(url)).text()).toBe("Ask again.");
  });

  it("logs no error if the caller disconnects early", async () => {
    const error = vi.spyOn(console, "error");
    const { promise: left, resolve } = Promise.withResolvers<void>();
    const url = await serve((asked) => {
      if (asked.url.endsWith("/next")) return new Response();
      const large = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
        cancel: () => resolve(),
      });
      return new Response(large);
    });
    const sent = sendRequest(url).end();
    const [response] = (await once(sent, "response")) as [Readable];
    response.destroy();
    await left;
    await fetch(`${url}/next`);
    expect(error).not.toHaveBeenCalled();
  });

  it("returns only after the promises passed to waitUntil settle", async () => {
    const work = Promise.withResolvers<void>();
    let isOver = false;
    const handler = createUrlHandler({
      fetch(_request, _env, execution) {
        execution.waitUntil(work.promise);
        return new Response("Answered");
      },
    });
    const server = createFunctionUrl(async (...invocation) => {
      await handler(...invocation);
      isOver = true;
    }).listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : "";
    const answer = await fetch(`http://127.0.0.1:${port}`);
    expect(await answer.text()).toBe("Answered");
    expect(isOver).toBe(false);
    work.resolve();
    await vi.waitUntil(() => isOver);
  });

  it("aborts the connection if the response's stream fails", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const url = await serve(() => {
      const failing = new ReadableStream<Uint8Array>({
        pull: () => Promise.reject(new Error("Out of order.")),
      });
      return new Response(failing);
    });
    const answer = fetch(url).then((response) => response.text());
    await expect(answer).rejects.toThrow();
  });
});

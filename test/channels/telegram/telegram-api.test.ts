import { GrammyError, HttpError } from "grammy/web";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createTelegramApi,
  explainFailure,
} from "../../../src/channels/telegram/telegram-api.ts";
import {
  startTelegramServer,
  type TelegramServer,
} from "../../stubs/telegram-server.ts";

let server: TelegramServer;
beforeEach(async () => {
  server = await startTelegramServer();
});
afterEach(() => server.close());

describe("a call of the Bot API", () => {
  it("fails with Telegram's answer, without the token", async () => {
    server.failNext({
      method: "getMe",
      status: 400,
      body: {
        ok: false,
        error_code: 400,
        description: `Bad Request: no path /bot${server.token}/getMe`,
      },
    });
    const error = await failureOf({});
    expect(error).toBeInstanceOf(GrammyError);
    expect(explainFailure(error)).toBe("HTTP 400");
  });

  it.each([
    ["an object of a proxy", '{ "error": { "code": 502 } }', ""],
    ["an array", "[null]", ""],
    ["a page of a proxy", "<h1>Hello</h1>", " (SyntaxError)"],
    ["a text that is too long to be Telegram's", endless(), " (SyntaxError)"],
  ])("fails if the answer is %s", async (_, body, reason) => {
    const error = await failureOf({
      fetch: async () => new Response(body),
    });
    expect(error).toBeInstanceOf(HttpError);
    expect(explainFailure(error)).toBe(`no answer from Telegram${reason}`);
  });

  it("fails at its time limit, even if the network ignores that", async () => {
    const error = await failureOf({
      fetch: () => new Promise(() => {}),
      timeoutSeconds: 0.01,
    });
    expect(explainFailure(error)).toBe(
      "no answer from Telegram (timed out after 0.01 seconds)",
    );
  });

  it("is aborted by the signal", async () => {
    const controller = new AbortController();
    const failing = failureOf({ signal: controller.signal });
    controller.abort();
    expect(explainFailure(await failing)).toBe(
      "no answer from Telegram (AbortError)",
    );
  });

  it("names a network error, and not its URL", async () => {
    await server.close();
    const error = await failureOf({});
    expect(explainFailure(error)).toBe(
      "no answer from Telegram (ECONNREFUSED)",
    );
  });
});

async function failureOf(
  options: Partial<Parameters<typeof createTelegramApi>[0]>,
): Promise<unknown> {
  const api = createTelegramApi({
    token: server.token,
    apiRoot: server.url,
    signal: new AbortController().signal,
    ...options,
  });
  return api.getMe().then(
    () => expect.unreachable("The call succeeded."),
    (error: unknown) => error,
  );
}

/** Valid JSON as far as it is read. */
function endless(): ReadableStream<Uint8Array> {
  const piece = new TextEncoder().encode(`"${" ".repeat(100_000)}`);
  return new ReadableStream({
    pull: (controller) => controller.enqueue(piece),
  });
}

import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAttachmentFetcher } from "../../../src/channels/telegram/attachments.ts";
import { AttachmentError } from "../../../src/types/errors.ts";
import {
  startTelegramServer,
  type TelegramServer,
} from "../../stubs/telegram-server.ts";

const CONTENT = new Uint8Array([1, 2, 3, 4]);

let server: TelegramServer;
beforeEach(async () => {
  server = await startTelegramServer();
  server.addFile("photo-1", CONTENT);
});
afterEach(() => server.close());

describe("fetching an attachment", () => {
  it("returns its bytes", async () => {
    expect(await fetchFile("photo-1")).toEqual({
      kind: "fetched",
      bytes: CONTENT,
    });
  });

  it("requests its URL each time, as it is valid for an hour only", async () => {
    await fetchFile("photo-1");
    await fetchFile("photo-1");
    expect(server.calls.map(({ method }) => method)).toEqual([
      "getFile",
      "download",
      "getFile",
      "download",
    ]);
  });

  it("does not start to download a file that is too large", async () => {
    expect(await fetchFile("photo-1", { maxBytes: 3 })).toEqual({
      kind: "too-large",
    });
    expect(server.calls.map(({ method }) => method)).toEqual(["getFile"]);
  });

  it("stops if a file turns out to be too large", async () => {
    server.failNext({
      method: "getFile",
      status: 200,
      body: { ok: true, result: { file_id: "a", file_path: "files/photo-1" } },
    });
    expect(await fetchFile("photo-1", { maxBytes: 3 })).toEqual({
      kind: "too-large",
    });
  });

  it("recognises Telegram's own limit", async () => {
    server.addFile("video-1", new Uint8Array(20 * 1024 * 1024 + 1));
    expect(await fetchFile("video-1", { maxBytes: 1e9 })).toEqual({
      kind: "too-large",
    });
  });

  it.each([
    ["Telegram does not know", "photo-2", undefined],
    [
      "has no address",
      "photo-1",
      {
        method: "getFile",
        status: 200,
        body: { ok: true, result: { file_id: "photo-1" } },
      },
    ],
    [
      "has gone meanwhile",
      "photo-1",
      { method: "download", status: 404, body: "Not Found" },
    ],
  ])("reports a file as gone that %s", async (_, id, failure) => {
    if (failure !== undefined) server.failNext(failure);
    expect(await fetchFile(id)).toEqual({ kind: "gone" });
  });

  it.each([
    { method: "getFile", status: 500 },
    { method: "getFile", status: 429 },
    { method: "getFile", drop: true },
    { method: "download", status: 500, body: "Oops" },
    { method: "download", drop: true },
  ] as const)("can be retried after %j", async (failure) => {
    server.failNext(failure);
    await expect(fetchFile("photo-1")).rejects.toThrow(AttachmentError);
    expect(await fetchFile("photo-1")).toMatchObject({ kind: "fetched" });
  });

  it("never shows the token, which the file's URL contains", async () => {
    const fetchFailing = createAttachmentFetcher({
      token: server.token,
      apiRoot: server.url,
      fetch: (url, init) =>
        JSON.stringify(url).includes("/file/")
          ? Promise.reject(
              new TypeError(`fetch failed: ${JSON.stringify(url)}`),
            )
          : fetch(url, init),
    });
    const { signal } = new AbortController();
    const error = await fetchFailing("photo-1", { maxBytes: 9, signal }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(AttachmentError);
    expect(inspect(error)).not.toContain(server.token);
  });

  it("aborts with the signal", async () => {
    const signal = AbortSignal.abort(new Error("The turn was stopped."));
    await expect(fetchFile("photo-1", { signal })).rejects.toThrow(
      "The turn was stopped.",
    );
  });
});

function fetchFile(
  id: string,
  { maxBytes = 100, signal = new AbortController().signal } = {},
) {
  const { token, url: apiRoot } = server;
  return createAttachmentFetcher({ token, apiRoot })(id, { maxBytes, signal });
}

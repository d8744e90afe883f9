import { describe, expect, it } from "vitest";
import { WEB_CHANNEL } from "../../../src/channels/create-channels.ts";
import { createSessions } from "../../../src/page/server/web-access.ts";
import {
  describeChannelContract,
  withoutPlatform,
} from "../../contracts/channel-contract.ts";
import { createReceivingApp } from "../../fakes/receiving-app.ts";
import { DEPLOYMENT_SECRET } from "../../fixtures/secrets.ts";

const secret = DEPLOYMENT_SECRET;
const sessions = createSessions({ secret });

const [SESSION = ""] = (
  await sessions.create(new Request("https://parley.example/"))
).split(";");
const ORIGIN = { origin: "https://parley.example" };

const request = (
  body: BodyInit,
  headers: Record<string, string> = { cookie: SESSION, ...ORIGIN },
) =>
  new Request("https://parley.example/web/messages", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
    duplex: "half",
  } as RequestInit);

const settings = { WEB_CHAT: "public", PARLEY_SECRET: secret };
const receive = createReceivingApp(settings);

describeChannelContract("web", {
  start: withoutPlatform,
  create: () => WEB_CHANNEL,
  settings,
  request: (body) => request(body),
  body: JSON.stringify({
    id: "3f0e5e39-6c3c-4a3c-9c8b-6c3c4a3c9c8b",
    text: "Hello",
  }),
  // With files.
  maxBytes: 3_000_000,
  unauthenticated: {
    "no session": (body) => request(body, ORIGIN),
    "a session that a visitor has made up": (body) =>
      request(body, {
        ...ORIGIN,
        cookie: `__Host-parley_session=${crypto.randomUUID()}`,
      }),
  },
});

describe("the web channel", () => {
  it("names the conversation by a hash of the session, so the name grants no access", async () => {
    const { messages } = await receive(
      request(JSON.stringify({ id: crypto.randomUUID(), text: "Hello" })),
    );
    expect(messages[0]?.conversation).toMatch(/^web:[0-9a-f]{32}$/);
    const [, id = ""] = /=([^.]+)/.exec(SESSION) ?? [];
    expect(JSON.stringify(messages)).not.toContain(id.slice(-12));
  });

  it.each([
    ["asia/kolkata", { timeZone: "Asia/Kolkata" }],
    ["Mars/Olympus", {}],
    ["CST", {}],
    [`Asia/${"x".repeat(1_000)}`, {}],
    [7, {}],
  ])(
    "takes the browser's time zone if there is one: %j",
    async (zone, known) => {
      const id = crypto.randomUUID();
      const body = JSON.stringify({ id, text: "Hello", time_zone: zone });
      const { messages } = await receive(request(body));
      const [author] = messages.map((message) => message.author);
      expect(author).toEqual({ id: author?.id, ...known });
    },
  );

  const receiveFiles = async (files: unknown, text = "") => {
    const body = JSON.stringify({ id: crypto.randomUUID(), text, files });
    const { problem, messages } = await receive(request(body));
    return problem === undefined
      ? messages[0]?.attachments
      : (problem.errors ?? problem.type);
  };
  const file = { name: "notes.txt", type: "text/plain", content: btoa("Tea") };

  it("accepts files with or without text", async () => {
    const photo = { ...file, name: "cat.png", type: "image/png" };
    expect(
      await receiveFiles([file, photo, { ...file, type: "audio/mpeg" }]),
    ).toMatchObject([
      { kind: "document", name: "notes.txt", size: 3, content: file.content },
      { kind: "photo", mediaType: "image/png" },
      { kind: "voice" },
    ]);
    expect(await receiveFiles([{ ...file, type: "" }], "See")).toEqual([
      { kind: "document", name: "notes.txt", size: 3, content: file.content },
    ]);
    expect(
      await receiveFiles([{ ...file, type: "image/svg+xml" }]),
    ).toMatchObject([{ kind: "document" }]);
  });

  it.each([
    ["nothing at all", [], "/text"],
    ["five files", Array.from({ length: 5 }, () => file), "/files"],
    ["no base64", [{ ...file, content: "a b=" }], "/files/0/content"],
    ["half of it", [{ ...file, content: "abc" }], "/files/0/content"],
    ["no type", [{ ...file, type: "text/plain;x" }], "/files/0/type"],
    ["no name", [{ ...file, name: "" }], "/files/0/name"],
    [
      "more than 1 MB",
      [{ ...file, content: "A".repeat(1_333_340) }],
      "/files/0/content",
    ],
    [
      "more than 2 MB in all",
      Array.from({ length: 4 }, () => ({
        ...file,
        content: "A".repeat(700_000),
      })),
      "/files",
    ],
  ])("refuses %s", async (_what, files, pointer) => {
    expect(await receiveFiles(files)).toMatchObject([{ pointer }]);
  });

  it("accepts two files of 1 MB", async () => {
    const large = { ...file, content: "A".repeat(1_333_332) };
    expect(await receiveFiles([large, large])).toHaveLength(2);
  });

  it("limits the body to the longest message with its files", async () => {
    const content = "A".repeat(3_000_000);
    expect(await receiveFiles([{ ...file, content }])).toMatch(
      /body-too-large$/,
    );
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lengthIn } from "../../src/text/text.ts";
import type { Channel, Editing, Receipt } from "../../src/types/channel.ts";
import { DeliveryError } from "../../src/types/errors.ts";
import type { ChannelName, ReplyAddress } from "../../src/types/message.ts";
import type { ReplyPart } from "../../src/types/reply.ts";
import type { SourceList } from "../../src/types/turn.ts";
import { createReceivingApp } from "../fakes/receiving-app.ts";
import { loadChannel } from "../fixtures/load-channel.ts";
import { loggedEvents } from "../fixtures/log.ts";
import { sendOptions } from "../fixtures/send-options.ts";

/** Node requires it for stream bodies; the types do not know it. */
const STREAMED = { duplex: "half" } as object;

/** For channels that call no platform. */
export const withoutPlatform = async () => ({ close: async () => {} });

/**
 * Tests of every channel: sending by the channel itself, receiving by the app's
 * routes.
 */
export function describeChannelContract<
  Server extends { close(): Promise<void> },
>(
  name: ChannelName,
  {
    start,
    create,
    settings,
    maxBytes = 256 * 1024,
    request,
    body,
    unauthenticated,
    isBodySigned = false,
    readsUnsigned = false,
    acknowledgesInvalid = false,
    sending,
  }: {
    /** Starts the platform's stub. */
    start: () => Promise<Server>;
    create: (server: Server) => Channel;
    /** Variables that turn the channel on. */
    settings: Readonly<Record<string, string>>;
    /** Larger bodies are rejected. */
    maxBytes?: number;
    /**
     * An authenticated request with this body. If the platform signs bodies,
     * the signature of a stream is wrong.
     */
    request: (body: BodyInit) => Request;
    /** Body of a message to answer, including its id if senders choose ids. */
    body: string;
    /** Requests that fail authentication, by what is wrong with them. */
    unauthenticated: Readonly<Record<string, (body: BodyInit) => Request>>;
    /**
     * Requests are authenticated by a signature of the body, so it is read
     * first. Else headers suffice.
     */
    isBodySigned?: boolean;
    /** The platform's first request is not signed. */
    readsUnsigned?: boolean;
    /**
     * Authenticated requests are acknowledged even if they are invalid, as the
     * platform redelivers rejected ones.
     */
    acknowledgesInvalid?: boolean;
    /** Missing if replies are fetched instead of sent. */
    sending?: Omit<Sending, "channel" | "createUnreachable" | "load">;
  },
): void {
  describe(`${name} implements Channel`, () => {
    let server: Server;
    let channel: Channel;
    beforeEach(async () => {
      server = await start();
      channel = create(server);
    });
    afterEach(() => server.close());
    const createUnreachable = async () => {
      const closed = await start();
      await closed.close();
      return create(closed);
    };

    it("has the channel's name", () => {
      expect(channel.name).toBe(name);
    });

    describe("its routes", () => {
      let receive: ReturnType<typeof createReceivingApp>;
      beforeEach(() => {
        receive = createReceivingApp(settings);
      });

      const refuseUnread = async (from: (body: BodyInit) => Request) => {
        let wasRead = false;
        const stream = new ReadableStream(
          { pull: () => void (wasRead = true) },
          { highWaterMark: 0 },
        );
        expect(await receive(from(stream))).toMatchObject({
          status: 401,
          messages: [],
        });
        expect(wasRead).toBe(false);
      };

      it.runIf(isBodySigned && !readsUnsigned)(
        "reject a request without a signature without reading the body",
        () =>
          refuseUnread((unread) => {
            const { url, headers } = request(body);
            const { origin, pathname } = new URL(url);
            const others = [...headers].filter(
              ([field]) => !field.includes("signature"),
            );
            return new Request(`${origin}${pathname}`, {
              method: "POST",
              headers: others,
              body: unread,
              ...STREAMED,
            });
          }),
      );

      if (isBodySigned)
        it.each(Object.entries(unauthenticated))(
          "reject a message with %s",
          async (_, from) => {
            expect(await receive(from(body))).toMatchObject({
              status: 401,
              messages: [],
            });
          },
        );
      else
        it.each(Object.entries(unauthenticated))(
          "reject a request with %s without reading the body",
          (_, from) => refuseUnread(from),
        );

      it("deliver a message in one of the channel's conversations, as plain JSON", async () => {
        const [message] = (await receive(request(body))).messages;
        expect(message).toMatchObject({ channel: name });
        expect(message?.conversation.startsWith(`${name}:`)).toBe(true);
        expect(JSON.parse(JSON.stringify(message))).toEqual(message);
      });

      it("deliver equal messages for equal requests", async () => {
        const { messages } = await receive(request(body));
        expect(messages).toHaveLength(1);
        expect((await receive(request(body))).messages).toEqual(messages);
      });

      it.each(
        Object.entries<{ status: number; broken: () => BodyInit }>({
          "is empty": { status: 400, broken: () => "" },
          "is not JSON": { status: 400, broken: () => body.slice(0, -1) },
          "is JSON of another shape": {
            status: 422,
            broken: () => '["no message"]',
          },
          "is not UTF-8": {
            status: 400,
            broken: () => new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
          },
          "exceeds the channel's size limit": {
            status: 413,
            broken: () => `"${"a".repeat(maxBytes)}"`,
          },
          ...(!isBodySigned && {
            "is an endless stream": {
              status: 413,
              broken: endlessStream,
            },
          }),
        }),
      )(
        acknowledgesInvalid
          ? "deliver no content of a body that %s"
          : "reject a body that %s",
        async (_, { status, broken }) => {
          const received = await receive(request(broken()));
          // The signature of a body that is too large cannot be checked.
          if (!acknowledgesInvalid || (isBodySigned && status === 413)) {
            expect(received).toMatchObject({ status, messages: [] });
            return;
          }
          expect(received.status).toBe(200);
          for (const { text, isUnread } of received.messages)
            expect([text, isUnread]).toEqual(["", true]);
          // The platform is told nothing, so the operator is.
          if (received.messages.length === 0)
            expect(loggedEvents()).toContainEqual(
              expect.stringMatching(/ not read$/),
            );
        },
      );

      if (isBodySigned)
        it("reject an endless stream, whatever its signature", async () => {
          const { status, messages } = await receive(request(endlessStream()));
          expect([401, 413]).toContain(status);
          expect(messages).toEqual([]);
        });

      it("reject a body whose connection breaks", async () => {
        expect(await receive(request(brokenStream()))).toMatchObject({
          status: 400,
          messages: [],
        });
      });
    });

    describe("split", () => {
      describe.each([
        ["without sources", undefined],
        ["with sources", { sources: SOURCES }],
      ])("%s", (_, options) => {
        it("returns the same parts for the same text", async () => {
          expect(await channel.split(LONG_MARKDOWN, options)).toEqual(
            await channel.split(LONG_MARKDOWN, options),
          );
        });

        it("returns non-empty parts within the limit, or none if replies are fetched", async () => {
          const { maxPartLength, lengthUnit } = channel.capabilities;
          const parts = await channel.split(LONG_MARKDOWN, options);
          expect(parts.length > 0).toBe(maxPartLength !== null);
          for (const { text } of parts) {
            expect(text).toMatch(/\S/);
            expect(lengthIn(text, lengthUnit)).toBeLessThanOrEqual(
              maxPartLength ?? 0,
            );
          }
        });

        it("returns no parts for a blank text", async () => {
          expect(await channel.split("", options)).toEqual([]);
          expect(await channel.split(" \n\t", options)).toEqual([]);
        });
      });

      it("closes what a text leaves open that is still being written", async () => {
        expect(await channel.split("**Bol", { isOpen: true })).toEqual(
          await channel.split("**Bol**"),
        );
      });

      it("includes the sources if the channel sends replies", async () => {
        const parts = await channel.split("Hello", { sources: SOURCES });
        if (parts.length === 0) return;
        const [first] = SOURCES.sources;
        // Short parts have room for titles, but not for URLs of 2,000
        // characters.
        const isShort = (channel.capabilities.maxPartLength ?? 0) < 4_000;
        expect(JSON.stringify(parts)).toContain(
          isShort ? first?.title.trim() : first?.url,
        );
      });
    });

    if (sending === undefined) {
      it("rejects sends, since replies are fetched", async () => {
        await expect(send(channel, {})).rejects.toSatisfy(
          isDeliveryError("refused"),
        );
        expect(channel.presentationAt).toBeUndefined();
      });
    } else {
      describeSending({
        channel: () => channel,
        createUnreachable,
        load: (streaming) => {
          const variable = `${name.toUpperCase()}_STREAMING`;
          return loadChannel(name, {
            ...settings,
            ...(streaming && { [variable]: streaming }),
          });
        },
        ...sending,
      });
    }
  });
}

interface Sending {
  channel: () => Channel;
  to: ReplyAddress;
  /** A channel whose platform is unreachable. */
  createUnreachable: () => Promise<Channel>;
  /** The channel with its settings, and this one for streaming. */
  load: (streaming?: "off") => Promise<Channel>;
  /** The platform deduplicates parts by an idempotency key. */
  deduplicatesByKey?: boolean;
  /** Sent parts can be edited and removed. */
  edits?: boolean;
}

function describeSending({
  channel,
  to,
  createUnreachable,
  load,
  deduplicatesByKey = false,
  edits = false,
}: Sending): void {
  it("returns a different receipt for each sent part", async () => {
    const first = await send(channel(), to);
    const second = await send(channel(), to);
    expect(first.id).toMatch(/\S/);
    expect(second.id).not.toBe(first.id);
  });

  if (deduplicatesByKey)
    it("sends parts with the same key once and returns the same receipt", async () => {
      const options = sendOptions();
      const receipt = await send(channel(), to, options);
      expect(await send(channel(), to, options)).toEqual(receipt);
      const next = await send(channel(), to);
      expect(next.id).not.toBe(receipt.id);
    });

  if (edits) describeEditing({ channel, to, createUnreachable, load });
  else
    it("does not support edits", () => {
      expect(channel()).not.toHaveProperty("edit");
      expect(channel()).not.toHaveProperty("remove");
    });

  it("shows an unfinished reply exactly if it can edit it, unless streaming is off", async () => {
    const previewOf = ({ presentationAt }: Channel) =>
      presentationAt?.(to).preview ?? "none";
    expect(previewOf(await load())).toBe(edits ? "messages" : "none");
    expect(previewOf(await load("off"))).toBe("none");
  });

  it("shows typing exactly if it declares how long the indicator lasts", () => {
    const { typingMs } = channel().capabilities;
    expect("showTyping" in channel()).toBe(typingMs !== undefined);
  });

  it("rejects another channel's address", async () => {
    await expect(send(channel(), ELSEWHERE)).rejects.toSatisfy(
      isDeliveryError("refused"),
    );
  });

  it("throws an unreachable error if the platform cannot be reached", async () => {
    await expect(send(await createUnreachable(), to)).rejects.toSatisfy(
      isDeliveryError("unreachable"),
    );
  });

  it("throws an unreachable error if the signal is aborted", async () => {
    await expect(
      send(channel(), to, sendOptions({ signal: AbortSignal.abort() })),
    ).rejects.toSatisfy(isDeliveryError("unreachable"));
  });
}

function describeEditing({ channel, to, createUnreachable }: Sending): void {
  const { signal } = new AbortController();
  const edit = (receipt: Receipt, part: ReplyPart, at = to) =>
    editing(channel()).edit(receipt, part, at, sendOptions());
  const remove = (receipt: Receipt, at = to) =>
    editing(channel()).remove(receipt, at, { signal });

  it("edits a part repeatedly", async () => {
    const receipt = await send(channel(), to);
    for (const part of [PART, PART, { text: "Bye" }, PART])
      expect(await edit(receipt, part)).toEqual(receipt);
  });

  it("removes a part, idempotently", async () => {
    const receipt = await send(channel(), to);
    await remove(receipt);
    await expect(remove(receipt)).resolves.toBeUndefined();
  });

  it("resends a removed part instead of editing it", async () => {
    const receipt = await send(channel(), to);
    await remove(receipt);
    const again = await edit(receipt, PART);
    expect(again.id).not.toBe(receipt.id);
    expect(await edit(again, PART)).toEqual(again);
  });

  it("rejects edits and removals at another channel's address", async () => {
    for (const call of [
      () => edit({ id: "1" }, PART, ELSEWHERE),
      () => remove({ id: "1" }, ELSEWHERE),
    ])
      await expect(call()).rejects.toSatisfy(isDeliveryError("refused"));
  });

  it("throws an unreachable error if an edit or removal cannot reach the platform", async () => {
    const from = editing(await createUnreachable());
    for (const call of [
      () => from.edit({ id: "1" }, PART, to, sendOptions()),
      () => from.remove({ id: "1" }, to, { signal }),
    ])
      await expect(call()).rejects.toSatisfy(isDeliveryError("unreachable"));
  });
}

function editing(channel: Channel): Pick<Editing, "edit" | "remove"> {
  const { edit, remove } = channel;
  if (edit === undefined || remove === undefined)
    throw new Error(`${channel.name} has no edits`);
  return { edit, remove };
}

const ELSEWHERE: ReplyAddress = { somewhere: "else" };

async function send(
  channel: Channel,
  to: ReplyAddress,
  options = sendOptions(),
) {
  const [part = { text: "Hello" }] = await channel.split("Hello");
  return channel.send(part, to, options);
}

function isDeliveryError(kind: DeliveryError["kind"]) {
  return (error: unknown): boolean =>
    error instanceof DeliveryError && error.kind === kind;
}

function endlessStream(): ReadableStream {
  return new ReadableStream({
    pull: (controller) =>
      controller.enqueue(new Uint8Array(64 * 1024).fill(0x20)),
  });
}

function brokenStream(): ReadableStream {
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('{"'));
      controller.error(new Error("The connection was reset."));
    },
  });
}

const PART: ReplyPart = { text: "Hello again" };

const LONG_MARKDOWN = Array.from(
  { length: 200 },
  (_, index) =>
    `## Chapter ${index}\n\nSome **bold** text & a list:\n\n- one\n- \`two\`\n`,
).join("\n");

/** The most and longest sources that a turn may have. */
const SOURCES: SourceList = {
  label: "Sources",
  sources: Array.from({ length: 20 }, (_, index) => ({
    title: `Page ${index} `.padEnd(200, "x"),
    url: `https://example.org/${index}/`.padEnd(2_000, "x"),
  })),
};

import { afterEach, describe, expect, it, vi } from "vitest";
import { createReceivingApp } from "../fakes/receiving-app.ts";
import { DISCORD } from "../fixtures/documented/discord.ts";
import { FEISHU } from "../fixtures/documented/feishu.ts";
import { LINE } from "../fixtures/documented/line.ts";
import { MESSENGER } from "../fixtures/documented/messenger.ts";
import { SLACK } from "../fixtures/documented/slack.ts";
import { WHATSAPP } from "../fixtures/documented/whatsapp.ts";

const CHANNELS = { DISCORD, FEISHU, LINE, MESSENGER, SLACK, WHATSAPP };

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(Object.entries(CHANNELS))(
  "a payload that %s documents",
  (_, { settings, request, payloads }) => {
    it.each(Object.entries(payloads))(
      "is accepted: %s",
      async (_what, { payload, messages }) => {
        const log = vi.spyOn(console, "error");
        const receive = createReceivingApp(settings);
        const received = await receive(request(payload));
        expect(received).toMatchObject({
          status: 200,
          messages,
        });
        expect(received.messages.map(specialFields)).toEqual(
          messages.map(specialFields),
        );
        expect(log).not.toHaveBeenCalled();
      },
    );
  },
);

/** The names of the fields that only some messages have. */
function specialFields(message: object): readonly string[] {
  return Object.keys(message)
    .filter((field) => !COMMON.includes(field))
    .toSorted();
}

const COMMON = [
  "id",
  "conversation",
  "channel",
  "author",
  "text",
  "attachments",
  "replyTo",
];

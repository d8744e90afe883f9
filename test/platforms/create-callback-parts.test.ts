import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { createToldEventSender } from "../../src/platforms/create-callback-parts.ts";
import { DeliveryError } from "../../src/types/errors.ts";
import { createRecordingChannel } from "../fakes/recording-channel.ts";
import { THEIR_CHAT } from "../fixtures/every-setting.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createTurn } from "../fixtures/turns.ts";

const NOTIFY = { HANDOVER_NOTIFY: "telegram:-100123", ...THEIR_CHAT };

/** Tells the operators' chat that a person is wanted. */
async function tell(
  variables: Readonly<Record<string, string>>,
  failures: Error[] = [],
) {
  const config = parseConfig({
    PUBLIC_URL: "https://bot.example",
    ...variables,
  });
  const channel = createRecordingChannel({ failures });
  const send = createToldEventSender(config, async () => channel);
  const type = "conversation.needs_human";
  const attempt = await send({
    kind: "event",
    type,
    callback: { conversation: "web:a", id: "e1", event: 1, to: "operators" },
    found: {
      event: { type, turn: "m1", reason: "", at: 0 },
      turn: createTurn({ message: createMessage({ id: "m1" }) }),
    },
  });
  return { attempt, sent: channel.sent.join(" ") };
}

it("operators are told in their chat, with a link to the console", async () => {
  const { attempt, sent } = await tell(NOTIFY);
  expect(attempt.kind).toBe("delivered");
  expect(sent).toContain(
    "(https://bot.example/console#/conversations/web%3Aa)",
  );
});

it.each<[string, Error, number | undefined]>([
  [
    "is rate-limited",
    new DeliveryError({
      kind: "rate-limited",
      reason: "Slow.",
      retryAfterMs: 9_000,
    }),
    9_000,
  ],
  ["could not be written to", new Error("secret"), undefined],
])(
  "operators whose chat %s are told later",
  async (what, failure, retryAfterMs) => {
    expect((await tell(NOTIFY, [failure])).attempt).toEqual({
      kind: "failed",
      answer: {
        kind: "unanswered",
        error: `HANDOVER_NOTIFY: the chat ${what}.`,
      },
      retryAfterMs,
    });
  },
);

it("operators without a chat are told of nothing", async () => {
  expect((await tell({})).attempt).toMatchObject({
    answer: { error: "HANDOVER_NOTIFY is not set." },
  });
});

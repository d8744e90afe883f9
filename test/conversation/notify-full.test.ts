import { expect, it } from "vitest";
import { notifyFull } from "../../src/conversation/accept/accept-message.ts";
import { DeliveryError } from "../../src/types/errors.ts";
import { createRecordingChannel } from "../fakes/recording-channel.ts";
import { createMessage } from "../fixtures/messages.ts";

const { signal } = new AbortController();

it.each([
  ["en", "50 messages are already waiting for my answer"],
  ["zh-hans", "已有 50 条消息在等待回答"],
])("says in %s how many messages wait", async (language, beginning) => {
  const channel = createRecordingChannel();
  const message = createMessage({ id: "1", author: { id: "1", language } });
  await notifyFull({ message, channel, signal });
  expect(channel.sent.join(" ")).toContain(beginning);
});

it("gives up if the notice cannot be sent", async () => {
  const failure = new DeliveryError({ kind: "gone", reason: "blocked" });
  const channel = createRecordingChannel({ failures: [failure] });
  const message = createMessage({ id: "1" });
  await notifyFull({ message, channel, signal });
  expect(channel.sent).toEqual([]);
});

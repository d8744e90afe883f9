import { describe, expect, it } from "vitest";
import { TOKEN_MS } from "../../../src/channels/discord/discord-address.ts";
import { createDiscordChannel } from "../../../src/channels/discord/discord-channel.ts";
import {
  ask,
  createDiscordRequest,
  createInteraction,
  createPrivateInteraction,
  DISCORD_APP,
  DISCORD_PUBLIC_KEY,
  DISCORD_TOKEN_OF_INTERACTION,
  snowflakeAt,
} from "../../fixtures/discord-requests.ts";

const ACCESS = {
  publicKey: DISCORD_PUBLIC_KEY,
  token: "unused",
  apiRoot: "https://discord.test",
  cdnRoot: "https://discord.test",
};
const channel = createDiscordChannel(ACCESS);

async function receive(interaction: object) {
  const request = createDiscordRequest(JSON.stringify(interaction));
  const reception = await channel.receive(request);
  if (reception.kind === "refused")
    return expect.unreachable(reception.problem.detail);
  const { messages, answer } = reception;
  const body =
    answer !== undefined && "body" in answer ? JSON.parse(answer.body) : null;
  return { messages, message: messages[0], answer: body };
}

const command = (name: string, options: object[] = []) => ({
  type: 1,
  id: "1",
  name,
  options,
});
const messageCommand = (message: object) => ({
  type: 3,
  id: "1",
  name: "Ask",
  target_id: "7",
  resolved: { messages: { 7: message } },
});
const FILE = {
  id: "5",
  filename: "a.png",
  content_type: "image/png",
  size: 9,
  url: "https://cdn.discordapp.com/ephemeral-attachments/1/5/a.png?ex=6&hm=7",
};

describe("an interaction of Discord", () => {
  it("answers a ping", async () => {
    const ping = { id: "1", application_id: DISCORD_APP, type: 1, version: 1 };
    expect(await receive(ping)).toMatchObject({
      messages: [],
      answer: { type: 1 },
    });
  });

  it("gives a question with its reply address and expiry, and defers the reply", async () => {
    const at = 1_790_000_000_000;
    const id = snowflakeAt(at);
    const { message, answer } = await receive(createInteraction({ id }));
    expect(answer).toEqual({ type: 5 });
    expect(message).toEqual({
      id,
      channel: "discord",
      conversation: "discord:645027906669510667",
      isGroup: true,
      author: {
        id: "53908232506183680",
        name: "Jane",
        username: "jane",
        language: "en-US",
      },
      text: "What is rain?",
      attachments: [],
      replyTo: {
        chat: "645027906669510667",
        app: DISCORD_APP,
        token: DISCORD_TOKEN_OF_INTERACTION,
        tokenUntil: at + TOKEN_MS,
      },
    });
  });

  it("accepts an id that is not a snowflake, and counts its expiry from now", async () => {
    const before = Date.now();
    const { message } = await receive(
      createInteraction({ id: "INTERACTION_1", channel_id: "DM_CHANNEL_1" }),
    );
    expect(message?.conversation).toBe("discord:DM_CHANNEL_1");
    expect(message?.replyTo["tokenUntil"]).toBeGreaterThanOrEqual(
      before + TOKEN_MS,
    );
    expect(message?.replyTo["tokenUntil"]).toBeLessThanOrEqual(
      Date.now() + TOKEN_MS,
    );
  });

  // https://discord.com/developers/docs/resources/channel#channel-object-channel-types
  it.each([10, 11, 12])("has a conversation per thread: %i", async (type) => {
    const thread = { id: "9", type, parent_id: "645027906669510667" };
    const inThread = createInteraction({ channel_id: "9", channel: thread });
    expect((await receive(inThread)).message).toMatchObject({
      conversation: "discord:645027906669510667:9",
      isGroup: true,
      replyTo: { chat: "645027906669510667", thread: "9" },
    });
  });

  it("has a conversation per private chat", async () => {
    const { message } = await receive(createPrivateInteraction());
    expect(message?.conversation).toBe("discord:700000000000000001");
    expect(message).not.toHaveProperty("isGroup");
    const among = createPrivateInteraction({ context: 2 });
    expect((await receive(among)).message?.isGroup).toBe(true);
  });

  it("accepts the bot's other commands, and commands typed as a question", async () => {
    const forget = command("memory", [
      { type: 3, name: "argument", value: "forget" },
    ]);
    expect(
      (await receive(createInteraction({ data: forget }))).message,
    ).toMatchObject({ command: { name: "memory", argument: "forget" } });
    const why = createInteraction({ data: ask("/why") });
    expect((await receive(why)).message?.command?.name).toBe("why");
  });

  it.each([
    ["en-US", "All right."],
    ["zh-CN", "好的。"],
  ])("answers /stop and /retry at once (%s)", async (locale, content) => {
    for (const name of ["stop", "retry"]) {
      const data = command(name);
      const { messages, answer } = await receive(
        createInteraction({ data, locale }),
      );
      expect(messages).toHaveLength(1);
      expect(answer).toEqual({ type: 4, data: { content, flags: 64 } });
    }
  });

  it("forwards another person's message that is asked about, and asks one's own directly", async () => {
    const target = (author: object, more: object = {}) => {
      const message = { id: "7", content: "Is it wet?", author, ...more };
      return createInteraction({ data: messageCommand(message) });
    };
    const other = { id: "8", username: "joe", global_name: "Joe" };
    const passedOn = await receive(target(other, { attachments: [FILE] }));
    expect(passedOn.message).toMatchObject({
      text: "",
      attachments: [],
      forwarded: [
        {
          text: "Is it wet?",
          author: { id: "8", name: "Joe" },
          attachments: [{ kind: "photo" }],
        },
      ],
    });
    const { message } = await receive(target({ id: "53908232506183680" }));
    expect(message).toMatchObject({ text: "Is it wet?" });
    expect(message).not.toHaveProperty("forwarded");
    const empty = await receive(target(other, { content: "" }));
    expect(empty).toMatchObject({
      messages: [],
      answer: { type: 4, data: { flags: 64 } },
    });
  });

  it.each(["", "zz", "ab"])(
    "is refused if %j is the key",
    async (publicKey) => {
      const strange = createDiscordChannel({ ...ACCESS, publicKey });
      const request = createDiscordRequest(JSON.stringify(createInteraction()));
      expect(await strange.receive(request)).toMatchObject({
        problem: { status: 401 },
      });
    },
  );

  it("accepts a pressed button as its command, below its message", async () => {
    const press = createInteraction({
      type: 3,
      message: { id: "77" },
      data: { custom_id: "memory forget", component_type: 2 },
    });
    const { message, answer } = await receive(press);
    expect(answer).toEqual({ type: 6 });
    expect(message).toMatchObject({
      command: { name: "memory", argument: "forget" },
      pressedBelow: "77",
      replyTo: { pressed: "77" },
    });
  });
});

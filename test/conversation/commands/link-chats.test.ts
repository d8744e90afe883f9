import { expect, it } from "vitest";
import { manageMemory } from "../../../src/conversation/commands/memory-command.ts";
import { textsFor } from "../../../src/conversation/texts/texts.ts";
import { createAgent } from "../../fakes/create-agent.ts";
import { createBot } from "../../fakes/create-bot.ts";
import { createRecordingChannel } from "../../fakes/recording-channel.ts";
import { createScriptedModel } from "../../fakes/scripted-model.ts";
import { EVERYBODY } from "../../fixtures/access.ts";
import { openChats } from "../linked/linked-chats.ts";

const PHONE = "telegram:ada";
const DESK = "slack:ada";
const HOME = "line:ada";
const PAGE = "web:ada";
const OTHER = "telegram:old";

type Chats = ReturnType<typeof setUp>;

/** Each chat has one message, in this order, and is linked with none. */
function setUp(...replies: readonly string[]) {
  let at = 1_000;
  const model = createScriptedModel(replies);
  const access = {
    ...EVERYBODY,
    slack: "everybody",
    line: "everybody",
  } as const;
  const chats = openChats(model, {
    access,
    memoryStrategy: "window",
    now: () => ++at,
  });
  const link = async (name: string, to: string) =>
    chats.say(name, `/link ${await chats.codeOf(to)} yes`);
  return { ...chats, link };
}

const handOver = (
  { mailbox }: Chats,
  name: string,
  kind: "take-over" | "hand-back",
) => mailbox.handOver(name, { kind, operator: "ann" });

it.each<[string, (chats: Chats) => Promise<string>, string]>([
  [
    "what is no code",
    ({ say }) => say(PHONE, "/link my chats"),
    "I do not know this code: it is wrong, older than ten minutes, or was used. Send `/link` in the other chat for a new one.",
  ],
  [
    "a chat that a person of the team has",
    async (chats) => {
      await chats.say(DESK, "/help");
      await handOver(chats, DESK, "take-over");
      return chats.link(PHONE, DESK);
    },
    "A person of the team has one of the two chats, or was asked for. Link them afterwards.",
  ],
  [
    "two chats that have others each",
    async ({ link }) => {
      await link(PHONE, OTHER);
      await link(DESK, HOME);
      return link(DESK, PHONE);
    },
    "Both chats are linked with others already. Send `/unlink` in one of them first.",
  ],
  [
    "a conversation of a program",
    ({ say }) => say("webhook:shop:1", "/link"),
    "Chats cannot be linked here.",
  ],
  [
    "with a code once a thousand wrong ones were tried by all",
    async ({ say, codeOf, links }) => {
      const code = await codeOf(PHONE);
      const guesses = { key: "link/guesses", limit: 1_000, isHeld: true };
      for (let guess = 0; guess < 1_000; guess++)
        await links.limiter.take([{ ...guesses, windowMs: 600_000 }]);
      return say(DESK, `/link ${code}`);
    },
    "Too many codes were tried. Try again in ten minutes.",
  ],
])("/link does not link %s", async (_, act, told) => {
  expect(await act(setUp())).toBe(told);
});

it("/link tells a chat that was parted meanwhile that it is linked with none", async () => {
  expect(await setUp().say(PHONE, "/link told")).toBe(
    "This chat is not linked with another one. To link one: `/link`",
  );
});

it("/memory export has what linked chats said before with the oldest, in order", async () => {
  const { say, link, memoryOf, message, links } = setUp("1", "2", "3", "4");
  for (const name of [PHONE, HOME, PHONE, DESK]) await say(name, `At ${name}`);
  for (const name of [PHONE, HOME]) await link(DESK, name);
  const memory = memoryOf(DESK);
  const asking = message(DESK, "export", "/memory export");
  const opening = await memory.openTurn(asking, { limit: 50 });
  if (opening.kind !== "opened") return expect.unreachable();
  const { file } = await manageMemory({
    argument: "export",
    turn: opening.turn,
    bot: createBot({
      agent: createAgent({ model: createScriptedModel([]) }),
      links,
    }),
    memory,
    channel: createRecordingChannel(),
    texts: textsFor({ author: {}, text: "" }),
    mark: "/",
  });
  const { messages } = JSON.parse(file?.content ?? "");
  const texts = messages.map(({ text }: { text: string }) => text);
  expect(texts.join(", ")).toBe(
    `At ${PHONE}, 1, At ${HOME}, 2, At ${PHONE}, 3, At ${DESK}, 4`,
  );
});

it("/link tells the page nothing, which shows the one history by itself", async () => {
  const { link, sent, run } = setUp();
  expect(await link(DESK, PAGE)).toContain("now linked with the chat page");
  await run(PAGE);
  expect(sent.at(-1)?.chat).toBe(DESK);
});

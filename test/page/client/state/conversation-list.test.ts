import { expect, it } from "vitest";
import type { Api } from "../../../../src/page/client/api.ts";
import type { ListedConversation } from "../../../../src/types/titles.ts";
import { stubBrowser } from "../browser-page.ts";

stubBrowser();
const { createConversationList } =
  await import("../../../../src/page/client/state/conversation-list.ts");

/**
 * @param listed what the server lists, whatever was titled since
 * @param refused a title that the server does not store
 */
function setUp(listed: readonly ListedConversation[] = [], refused = "") {
  const titled: unknown[] = [];
  const api = {
    async listConversations() {
      return { kind: "done", value: { conversations: listed, limit: 50 } };
    },
    async setTitle(...given: unknown[]) {
      titled.push(given);
      return { kind: given.includes(refused) ? "unreachable" : "done" };
    },
  };
  const list = createConversationList({
    api: api as unknown as Api,
    onOpen: () => {},
    onForgotten: () => {},
    onChange: () => {},
  });
  return { list, titled };
}

it("titles a conversation whose first message was sent before the list was loaded", async () => {
  const { list, titled } = setUp();
  list.noteMessage("A cat by the sea\nand a dog");
  list.noteMessage("And now?");
  expect(titled).toEqual([]);
  await list.load();
  expect(titled).toEqual([[0, "A cat by the sea"]]);
});

it("keeps the title of a conversation in which a message was sent before the list was loaded", async () => {
  const { list, titled } = setUp([{ number: 0, title: "Sums", at: 1 }]);
  list.noteMessage("And 3 + 3?");
  await list.load();
  expect(titled).toEqual([[0, "Sums"]]);
});

it("keeps a title that the server does not list yet", async () => {
  const { list } = setUp([{ number: 3, title: "Tea", at: 1 }]);
  await list.load();
  list.noteMessage("A cat by the sea");
  await list.load();
  expect(list.listed.value.map(({ title }) => title)).toEqual([
    "A cat by the sea",
    "Tea",
  ]);
});

it("keeps a new title when a list arrives that was asked for before", async () => {
  const { list } = setUp([
    { number: 3, title: "Tea", at: 1 },
    { number: 4, title: "Sea", at: 2 },
  ]);
  await list.load();
  const loading = list.load();
  void list.rename(3, "Green tea");
  await loading;
  expect(list.listed.value.map(({ title }) => title)).toEqual([
    "Green tea",
    "Sea",
  ]);
});

it.each([
  [["Wrong"], ["4 Sea 2", "3 Tea 1"]],
  [
    ["Wrong", "Green tea"],
    [expect.stringMatching(/^3 Green tea/), "4 Sea 2"],
  ],
])(
  "keeps title and place if a title cannot be stored, or what was given since: %j",
  async (given, expected) => {
    const conversations = [
      { number: 4, title: "Sea", at: 2 },
      { number: 3, title: "Tea", at: 1 },
    ];
    const { list } = setUp(conversations, "Wrong");
    await list.load();
    await Promise.all(given.map((title) => list.rename(3, title)));
    expect(
      list.listed.value.map((one) => `${one.number} ${one.title} ${one.at}`),
    ).toEqual(expected);
  },
);

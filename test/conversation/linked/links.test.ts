import { expect, it } from "vitest";
import {
  chooseHome,
  join,
  readLinkCode,
  type Side,
} from "../../../src/conversation/linked/links.ts";
import { createMemory } from "../../../src/conversation/memory.ts";
import {
  MAX_LINKED,
  type LinkedConversation,
  type LinkStanding,
} from "../../../src/types/link.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";

const membersOf = (...names: readonly string[]) =>
  names.map((name): LinkedConversation => ({ name, channel: "web" }));

function sideOf(name: string, standing: Partial<LinkStanding> = {}): Side {
  const idle = { hasOpenTurns: false, isTaken: false, isLeft: false };
  return {
    name,
    channel: "web",
    standing: { newestAt: 1, ...idle, ...standing },
  };
}

const older = { newestAt: 0 };
const full = Array.from({ length: MAX_LINKED }, (_, index) => `${index}`);

it.each<[string, Partial<LinkStanding>, Partial<LinkStanding>]>([
  ["a", {}, {}],
  ["b", older, {}],
  ["a", older, { newestAt: -1 }],
  ["b", {}, { members: membersOf("c"), ...older }],
  ["both-linked", { members: membersOf("c") }, { members: membersOf("d") }],
  ["taken", { isTaken: true }, {}],
  ["taken", {}, { isTaken: true }],
  ["full", { members: membersOf(...full) }, {}],
  ["a", { members: membersOf(...full.slice(1)) }, {}],
  ["a", { members: membersOf(...full.slice(1), "b") }, {}],
])("The home of two chats is the same for both: %s", (home, a, b) => {
  const sides = [sideOf("a", a), sideOf("b", b)] as const;
  for (const [one, other] of [sides, sides.toReversed()] as const) {
    if (one === undefined || other === undefined) throw new Error("No sides.");
    const choice = chooseHome(one, other);
    expect(choice.kind === "chosen" ? choice.home.name : choice.kind).toBe(
      home,
    );
  }
});

it("A chat is linked with itself already", () => {
  expect(chooseHome(sideOf("a"), sideOf("a"))).toEqual({ kind: "already" });
});

it.each([
  ["k7qm-2xpa", "K7QM2XPA"],
  ["Ｋ７ＱＭ－２ＸＰＡ", "K7QM2XPA"],
  ["K7QM 2XP", undefined],
  ["K7QM 2XPAA", undefined],
  ["K7QM 2XP0", undefined],
])("The code %j is read as %s", (text, code) => {
  expect(readLinkCode(text)).toBe(code);
});

it.each<[string, "home" | "moved"]>([
  ["home", "home"],
  ["other", "moved"],
])(
  "Two chats are not linked if the %s has just been linked with a third, and neither waits",
  async (_, which) => {
    const chats = {
      home: createMemory({ store: createMemoryStore() }),
      moved: createMemory({ store: createMemoryStore() }),
    };
    await chats[which].changeLink({ kind: "move", to: "third" });
    const choice = chooseHome(sideOf("home"), sideOf("moved"));
    if (choice.kind !== "chosen") throw new Error(choice.kind);
    const find = (name: string) => (name === "home" ? chats.home : chats.moved);
    expect(await join(choice, find)).toBe(false);
    for (const [name, memory] of Object.entries(chats)) {
      const { home, members } = await memory.findLink();
      expect(home).toBe(name === which ? "third" : undefined);
      expect(members).toBeUndefined();
    }
  },
);

import { expect, it } from "vitest";
import type { Api } from "../../../../src/page/client/api.ts";
import { createMemoryEditor } from "../../../../src/page/client/state/memory-editor.ts";

const MEMORY = { version: 3, notes: [{ number: 1, text: "Mei likes tea." }] };

function setUp(refusal?: string) {
  const asked: unknown[] = [];
  const done = { kind: "done", value: MEMORY };
  const answer =
    refusal === undefined
      ? done
      : { kind: "refused", problem: { slug: refusal } };
  const api = {
    of: (number: number) => ({
      async loadMemory() {
        asked.push(["load", number]);
        return refusal === "unknown-conversation" ? answer : done;
      },
      async changeNote(...edit: unknown[]) {
        asked.push(["change", ...edit]);
        return answer;
      },
      async deleteNote(...edit: unknown[]) {
        asked.push(["delete", ...edit]);
        return answer;
      },
    }),
  };
  return { asked, editor: createMemoryEditor(api as unknown as Api) };
}

it("edits notes as of the version that is shown", async () => {
  const { editor, asked } = setUp();
  await editor.open(2);
  expect(editor.memory.value).toEqual(MEMORY);
  await editor.edit(1, "Mei likes coffee.");
  await editor.edit(1);
  expect(asked).toEqual([
    ["load", 2],
    ["change", 3, 1, "Mei likes coffee."],
    ["delete", 3, 1],
  ]);
});

it("loads notes again that have changed meanwhile, and says so", async () => {
  const { editor, asked } = setUp("memory-changed");
  await editor.open(2);
  await editor.edit(1);
  expect(asked.at(-1)).toEqual(["load", 2]);
  expect(editor.problem.value).toBe("changed");
});

it("shows nothing of a conversation that was closed while it loaded", async () => {
  const { editor } = setUp();
  const opening = editor.open(2);
  editor.close();
  await opening;
  expect(editor.memory.value).toBeUndefined();
});

it("has no notes of a conversation that has not begun", async () => {
  const { editor } = setUp("unknown-conversation");
  await editor.open(2);
  expect(editor.memory.value?.notes).toEqual([]);
});

import { describe, expect, it } from "vitest";
import * as z from "zod";
import { ModelError } from "../../src/types/errors.ts";
import type { Tool } from "../../src/types/tool.ts";
import { action, createAgent, finalAnswer } from "../fakes/create-agent.ts";
import {
  createScriptedModel,
  type ScriptedReply,
} from "../fakes/scripted-model.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";
import { setUpConversation } from "./set-up-conversation.ts";

/** A tool whose source is the page named by its input. */
function createLookUpTool() {
  return createScriptedTool("look_up", (text) => ({
    text: `Something about ${text}.`,
    sources: [{ title: text, url: `https://example.org/${text}` }],
  }));
}

/** A conversation with that tool. */
function setUpSearch(
  replies: readonly ScriptedReply[],
  overrides: { maxSteps?: number } = {},
) {
  const model = createScriptedModel(replies);
  const tool = createLookUpTool();
  const agent = createAgent({ model, tools: [tool], ...overrides });
  return { ...setUpConversation([], { agent }), tool };
}

describe("the sources of an answer", () => {
  it("are those of all its steps, and sent after it under a heading in the user's language", async () => {
    const { accept, run, channel } = setUpSearch([
      action("look_up", "ada"),
      action("look_up", "babbage"),
      finalAnswer("Friends."),
    ]);
    const author = { id: "1", language: "zh-hans" };
    await accept({ id: "1", author });
    await run();
    expect(channel.sent).toEqual([
      "Friends.",
      "来源",
      "https://example.org/ada",
      "https://example.org/babbage",
    ]);
  });

  it("are none that the model gave to the tool, and no page may be read as such", async () => {
    const { accept, run, channel, memory } = setUpSearch([
      action("look_up", "example.org/4711"),
      action("look_up", "ada"),
      finalAnswer("Found."),
    ]);
    await accept({ id: "1" });
    await run();
    expect(channel.sent.join(" ")).toBe(
      "Found. Sources https://example.org/ada",
    );
    expect(await memory.wasShown("https://example.org/ada")).toBe(true);
    expect(await memory.wasShown("https://example.org/example.org/4711")).toBe(
      false,
    );
  });

  it("are also pages that an earlier answer had as sources, given to the tool", async () => {
    const url = "https://example.org/ada";
    const read: Tool = {
      ...createScriptedTool("read", () => ""),
      run: async (_, { wasShown }) => {
        expect(await wasShown(url)).toBe(true);
        return { text: "A poet.", sources: [{ title: "Ada", url }] };
      },
    };
    const model = createScriptedModel([
      action("look_up", "ada"),
      finalAnswer("Found."),
      action("read", url),
      finalAnswer("A poet."),
    ]);
    const agent = createAgent({ model, tools: [createLookUpTool(), read] });
    const { accept, run, channel } = setUpConversation([], { agent });
    for (const id of ["1", "2"]) {
      await accept({ id });
      await run();
    }
    expect(channel.sent.slice(-4).join(" ")).toBe(`A poet. Sources ${url}`);
  });

  it("are stored with the turn, not in the history", async () => {
    const { accept, run, memory } = setUpSearch([
      action("look_up", "ada"),
      finalAnswer("A poet."),
    ]);
    await accept({ id: "1" });
    await run();
    expect((await memory.findTurn("1"))?.steps).toMatchObject([
      { sources: [{ title: "ada", url: "https://example.org/ada" }] },
    ]);
    expect(JSON.stringify(await memory.recall())).not.toContain("example.org");
  });

  it("are still known if a later attempt finds the answer", async () => {
    const { accept, run, channel, tool } = setUpSearch([
      action("look_up", "ada"),
      new ModelError({ kind: "unreachable" }),
      finalAnswer("A poet."),
    ]);
    await accept({ id: "1" });
    expect((await run()).kind).toBe("later");
    await run();
    expect(tool.inputs).toEqual(["ada"]);
    expect(channel.shown()).toContain("https://example.org/ada");
  });

  it("do not follow a notice", async () => {
    const { accept, run, channel } = setUpSearch(
      ["ada", "babbage", "byron"].map((name) => action("look_up", name)),
      { maxSteps: 1 },
    );
    await accept({ id: "1" });
    await run();
    expect(channel.sent.join(" ")).toMatch(/^I could not find an answer/);
    expect(channel.sent.join(" ")).not.toContain("example.org");
  });

  it("follow only the answer that they belong to", async () => {
    const { accept, run, channel } = setUpSearch([
      action("look_up", "ada"),
      finalAnswer("First."),
      finalAnswer("Second."),
    ]);
    for (const id of ["1", "2"]) {
      await accept({ id });
      await run();
    }
    expect(channel.sent.at(-1)).toBe("Second.");
  });
});

/** A tool that reports whether its input was shown. */
function createShownTool(): Tool {
  const input = z.object({ url: z.string() });
  return {
    name: "was_shown",
    description: "tells whether a page was shown",
    input,
    run: async ({ url }, { wasShown }) =>
      (await wasShown(String(url))) ? "shown" : "new",
  };
}

describe("a tool", () => {
  it("can look up which pages were sources of the conversation's finished steps", async () => {
    const model = createScriptedModel([
      action("was_shown", "https://example.org/ada"),
      action("look_up", "ada"),
      action("was_shown", "https://example.org/ada#life"),
      finalAnswer("First."),
      action("was_shown", "https://example.org/ada"),
      action("was_shown", "https://example.org/babbage"),
      finalAnswer("Second."),
    ]);
    const lookUp = createLookUpTool();
    const agent = createAgent({ model, tools: [lookUp, createShownTool()] });
    const { accept, run, memory } = setUpConversation([], { agent });
    const observations = async (id: string) => {
      await accept({ id });
      await run();
      const steps = (await memory.findTurn(id))?.steps ?? [];
      return steps.map(({ observation }) => observation);
    };
    expect(await observations("1")).toEqual([
      "new",
      "Something about ada.",
      "shown",
    ]);
    expect(await observations("2")).toEqual(["shown", "new"]);
  });
});

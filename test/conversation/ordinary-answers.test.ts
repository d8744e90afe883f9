import { describe, expect, it } from "vitest";
import { action, createAgent, finalAnswer } from "../fakes/create-agent.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";
import { setUpConversation } from "./set-up-conversation.ts";

const SOURCE = "https://garden.example/hours?lang=en#summer";

/** Streams an answer in a turn that reads a tool's text. */
async function answerWith(
  answer: string,
  {
    looksUp = true,
    text = "When does the garden open? I live in Lindenhof.",
  } = {},
) {
  const pieces = finalAnswer(answer).match(/[\s\S]{1,5}/g) ?? [];
  const model = createScriptedModel([
    ...(looksUp ? [action("look_up", "garden")] : []),
    pieces,
  ]);
  const tool = createScriptedTool("look_up", () => ({
    text: "It opens at nine.",
    sources: [{ title: "Garden", url: SOURCE }],
  }));
  const scene = setUpConversation([], {
    agent: createAgent({ model, tools: [tool] }),
    presentation: { intervalMs: 0, preview: "messages" },
  });
  await scene.accept({ id: "1", text });
  await scene.run();
  const { events, memory } = scene;
  const deltas = events.flatMap((event) =>
    event.type === "delta" ? [event] : [],
  );
  return {
    ...scene,
    deltas,
    reply: (await memory.findTurn("1"))?.reply,
    remembered: (await memory.recall()).messages.at(-1)?.text,
  };
}

describe("an ordinary answer", () => {
  it.each([
    [
      `It opens at nine ([hours](${SOURCE})).\n\n- <${SOURCE}>\n- ${SOURCE}\n`,
      `It opens at nine ([hours](<${SOURCE}>)).\n\n- <${SOURCE}>\n- <${SOURCE}>`,
    ],
    [
      "See https://www.python.org/downloads/ and CHANGELOG.md, e.g. src/app.module.ts.",
      "See python.org and CHANGELOG.md, e.g. src/app.module.ts.",
    ],
    [
      "```sh\ncurl -X POST http://localhost:8787/v1/messages -d '{\"a\": 1}'\n```\n| a | b |\n|---|---|",
      "```sh\ncurl -X POST http://localhost:8787/v1/messages -d '{\"a\": 1}'\n```\n\n| a | b |\n| --- | --- |",
    ],
    [
      `花园九点开门，详见${SOURCE}。3.5/5 分，U.S./China，and/or，1 < 2 > 0。`,
      `花园九点开门，详见 <${SOURCE}> 。3.5/5 分，U.S./China，and/or，1 < 2 > 0。`,
    ],
    [
      "a <b> c `x://` [t][r] (y) ![z] :: // ... …",
      "a \\<b> c `x://` [t][r] (y) ![z] :: // ... …",
    ],
    [
      "1. **One**\n   - a\n\n2. **Two:** 5 * 3\n   ```js\n   document.body.style\n   ```",
      "1. **One**\n   - a\n\n2. **Two:** 5 * 3\n   ```js\n   document.body.style\n   ```",
    ],
  ])(
    "is shown from its tree, and only appended to: %j",
    async (answer, shown) => {
      const { reply, remembered, deltas } = await answerWith(answer);
      expect(reply).toBe(shown);
      expect(remembered).toBe(shown);
      expect(deltas.map(({ text }) => text).join("")).toBe(shown);
    },
  );

  it("may link to anything while the prompt contains no third-party text", async () => {
    const answer = "See https://maps.example/Lindenhof?q=garden.";
    const { reply, deltas } = await answerWith(answer, { looksUp: false });
    expect(reply).toBe(answer);
    expect(deltas.length).toBeGreaterThan(5);
  });

  it("may link to a host that the person has named", async () => {
    const answer = "See https://maps.example/Lindenhof?q=garden.";
    const text = "Where in Lindenhof is it? Use maps.example, please.";
    expect((await answerWith(answer, { text })).reply).toBe(
      "See <https://maps.example/Lindenhof?q=garden>.",
    );
  });
});

describe("an address that would exfiltrate data", () => {
  const answer = "Open: [map](https://maps.example/Lindenhof) and more.";

  it("is removed from the answer, its deltas, its previews and the history", async () => {
    const { reply, remembered, deltas, channel } = await answerWith(answer);
    const shown = "Open: [map] (maps.example) and more.";
    expect(reply).toBe(shown);
    expect(remembered).toBe(shown);
    expect(deltas.map(({ text }) => text).join("")).toBe(shown);
    expect(
      deltas.every(({ offset, text }) => shown.slice(offset).startsWith(text)),
    ).toBe(true);
    expect(channel.calls.join("\n")).not.toContain("maps.example/");
  });
});

it("An address that was only forwarded, in an earlier turn, is no link", async () => {
  const { accept, run, memory } = setUpConversation(
    ["A map.", "See https://maps.example/?q=4711."].map(finalAnswer),
  );
  const forwarded = [{ text: "https://maps.example/?q=4711" }];
  await accept({ id: "1", text: "What is this?", forwarded });
  await accept({ id: "2", text: "Link to it." });
  await run();
  await run();
  expect((await memory.findTurn("2"))?.reply).toBe("See maps.example.");
});

describe("a page that the person names", () => {
  it("counts as named by them, in later turns too; one in a forwarded message does not", async () => {
    const seen: boolean[] = [];
    const pages = [
      "https://a.example/x",
      "https://a.example/x#part",
      "https://a.example/x?d=4711",
      "https://b.example/y",
    ];
    const model = createScriptedModel([
      finalAnswer("Noted."),
      action("ask", "all"),
      finalAnswer("Done."),
    ]);
    const tool = createScriptedTool("ask", () => "done");
    const agent = createAgent({
      model,
      tools: [
        {
          ...tool,
          run: async (_, { wasShown }) => {
            for (const page of pages) seen.push(await wasShown(page));
            return "done";
          },
        },
      ],
    });
    const { accept, run } = setUpConversation([], { agent });
    await accept({ id: "1", text: "Read https://a.example/x, please." });
    await run();
    await accept({
      id: "2",
      text: "Now.",
      forwarded: [{ text: "https://b.example/y" }],
    });
    await run();
    expect(seen).toEqual([true, true, false, false]);
  });
});

import { describe, expect, it } from "vitest";
import { answered, serve, USAGE } from "./serve-door.ts";

describe("a completion in a format", () => {
  const JSON_OBJECT = { response_format: { type: "json_object" } };
  const step = {
    action: { tool: "search", input: "", thought: "", text: "" },
    observation: "",
    sources: [{ title: "Sums", url: "https://example.com/sums" }],
    usage: USAGE,
  };
  const reply = '{"sum": 42}';

  it("is the JSON alone, without sources", async () => {
    const { ask } = serve((turn) => [answered(turn, { reply, steps: [step] })]);
    expect(await (await ask(JSON_OBJECT)).json()).toMatchObject({
      choices: [{ message: { content: reply, annotations: [] } }],
    });
  });

  it("is streamed without sources", async () => {
    const { ask } = serve((turn) => [
      { type: "delta", offset: 0, text: reply },
      answered(turn, { reply, steps: [step] }),
    ]);
    const text = await (await ask({ ...JSON_OBJECT, stream: true })).text();
    const contents = [...text.matchAll(/^data: (\{.*)$/gm)].map(
      ([, chunk = ""]) =>
        JSON.parse(chunk).choices[0].delta.content as string | undefined,
    );
    expect(contents.join("")).toBe(reply);
  });

  it.each([
    ["whole", {}, 502],
    ["streamed", { stream: true }, 200],
  ])(
    "is an error if the turn ended with a notice: %s",
    async (_, options, status) => {
      const { ask } = serve((turn) => [
        answered(turn, { reply: "Stopped.", isStopped: true }),
      ]);
      const response = await ask({ ...JSON_OBJECT, ...options });
      expect(response.status).toBe(status);
      const text = await response.text();
      expect(text).toContain("https://parley.chat/problems/no-json");
      expect(text).not.toContain('"content":"Stopped');
    },
  );
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fillTemplate,
  parsePromptTemplate,
} from "../../src/agent/prompt-template.ts";

const inText = { callsNatively: false };
const native = { callsNatively: true };

function parse(text: string, style = inText) {
  const template = parsePromptTemplate(text, style);
  if (template.kind === "wrong") throw new Error(template.problems.join("\n"));
  return template;
}

describe("parsePromptTemplate", () => {
  it("reads a template with {input} as the whole prompt, others as the system message", () => {
    expect(parse("{tools}{input}{scratchpad}").isWholePrompt).toBe(true);
    expect(parse("{tools}").isWholePrompt).toBe(false);
  });

  it("finds the slots, under both names of the scratchpad", () => {
    const { slots } = parse("{tool_names} {input} {agent_scratchpad}");
    expect([...slots]).toEqual(["tool_names", "input", "scratchpad"]);
  });

  it.each([
    ["{history} {tools}", inText, [/^has \{history\}, but no \{input\}/]],
    ["{scratchpad} {tools}", inText, [/^has \{scratchpad\}, but no \{input\}/]],
    ["{tools} {input}", inText, [/^has \{input\}, but no \{scratchpad\}/]],
    ["Be kind.", inText, [/^has no \{tools\}/]],
    [" ", native, [/^is empty$/]],
    ["{input}{scratchpad}", native, [/^has \{input\} .* native tool calls/]],
    ["{history}{scratchpad}", inText, [/^has/, /^has/, /^has no \{tools\}/]],
  ])("rejects “%s”, with the reason", (text, style, problems) => {
    expect(parsePromptTemplate(text, style)).toEqual({
      kind: "wrong",
      problems: problems.map(
        (problem) => expect.stringMatching(problem) as string,
      ),
    });
  });

  it("refuses what is too long", () => {
    const [fitting, long] = [20_000, 20_001].map((length) =>
      parsePromptTemplate("{tools}".padEnd(length, "."), inText),
    );
    expect(fitting?.kind).toBe("template");
    expect(long).toEqual({
      kind: "wrong",
      problems: ["is longer than 20000 characters"],
    });
  });

  it("needs no tools in the text where they are sent separately", () => {
    expect(parse("Be kind.", native).kind).toBe("template");
  });

  it("does not show the template in its problems: there may be a secret in it", () => {
    const template = parsePromptTemplate("hunter2 {input}", native);
    expect(JSON.stringify(template)).not.toContain("hunter2");
  });
});

describe("fillTemplate", () => {
  it("leaves all other braces as they are", () => {
    const text = '{"a": {}} {{ {tool} {Tools} { input } {tools';
    const filled = fillTemplate(parse(`{tools}${text}`), { tools: "" });
    expect(filled).toBe(text);
  });

  it("fills every occurrence of a slot", () => {
    expect(fillTemplate(parse("{tools} {tools}"), { tools: "a" })).toBe("a a");
  });

  it("inserts any text verbatim", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (input, scratchpad) => {
        const filled = fillTemplate(parse("{tools}<{input}|{scratchpad}>"), {
          tools: "{input}",
          input,
          scratchpad,
        });
        expect(filled).toBe(`{input}<${input}|${scratchpad}>`);
      }),
    );
  });
});

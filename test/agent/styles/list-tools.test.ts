import { describe, expect, it } from "vitest";
import * as z from "zod";
import { listTools } from "../../../src/agent/styles/describe-tools.ts";
import { createTool } from "./create-tool.ts";

describe("listTools", () => {
  it("lists a tool with one field of text with no more than its description", () => {
    const tool = createTool(z.object({ place: z.string().min(1) }));
    expect(listTools([tool])).toBe("- book: Books a table.");
  });

  it("lists the fields of other tools, to be written as JSON", () => {
    const tool = createTool(
      z.object({
        place: z.string().describe("the name of\nthe restaurant"),
        people: z.int().max(8),
        meal: z.enum(["lunch", "dinner"]).default("dinner"),
      }),
    );
    expect(listTools([tool])).toBe(
      '- book: Books a table. Input is JSON: {"place": string (the name of the restaurant), "people": integer, "meal"?: "lunch" | "dinner"}',
    );
  });

  it.each([
    [z.object({}), "{}"],
    [z.object({ people: z.int() }), '{"people": integer}'],
    [z.object({ meal: z.enum(["lunch"]) }), '{"meal": "lunch"}'],
  ])("describes inputs other than text", (input, type) => {
    expect(listTools([createTool(input)])).toBe(
      `- book: Books a table. Input is JSON: ${type}`,
    );
  });

  it("states that there are none", () => {
    expect(listTools([])).toBe("- none; answer without one");
  });
});

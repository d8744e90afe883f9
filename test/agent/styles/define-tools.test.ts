import { expect, it } from "vitest";
import * as z from "zod";
import { defineTools } from "../../../src/agent/styles/describe-tools.ts";
import { createTool } from "./create-tool.ts";

it("describes a tool's input as JSON Schema", () => {
  const input = z.object({
    place: z.string().describe("the restaurant"),
    people: z.int().min(1).max(8),
    meal: z.enum(["lunch", "dinner"]).default("dinner"),
  });
  expect(defineTools([createTool(input)])).toEqual([
    {
      name: "book",
      description: "Books a table.",
      parameters: {
        type: "object",
        properties: {
          place: { type: "string", description: "the restaurant" },
          people: { type: "integer", minimum: 1, maximum: 8 },
          meal: {
            type: "string",
            enum: ["lunch", "dinner"],
            default: "dinner",
          },
        },
        required: ["place", "people"],
        additionalProperties: false,
      },
    },
  ]);
});

it("omits the description of an only field", () => {
  const input = z.object({ place: z.string().describe("the restaurant") });
  expect(defineTools([createTool(input)])[0]?.parameters).toMatchObject({
    properties: { place: { type: "string" } },
  });
});

it("describes a tool without fields", () => {
  expect(defineTools([createTool(z.object({}))])[0]?.parameters).toEqual({
    type: "object",
    properties: {},
    additionalProperties: false,
  });
});

it("says that a tool takes further fields", () => {
  const input = z.looseObject({ place: z.string() });
  expect(defineTools([createTool(input)])[0]?.parameters).toMatchObject({
    additionalProperties: {},
  });
});

it("describes what a field takes, not what it becomes", () => {
  const input = z.object({
    at: z.string().transform((text) => new Date(text)),
  });
  expect(defineTools([createTool(input)])[0]?.parameters).toMatchObject({
    properties: { at: { type: "string" } },
  });
});

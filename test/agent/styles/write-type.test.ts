import { expect, it } from "vitest";
import * as z from "zod";
import { writeType } from "../../../src/agent/styles/describe-tools.ts";

it.each<[z.ZodType, string]>([
  [z.string(), "string"],
  [z.int().min(1), "integer"],
  [z.boolean(), "boolean"],
  [z.literal("now"), '"now"'],
  [z.enum(["a", "b"]), '"a" | "b"'],
  [z.string().nullable(), "string | null"],
  [z.union([z.object({}), z.string()]), "{} | string"],
  [z.array(z.number()), "number[]"],
  [z.array(z.enum(["a", "b"])), '("a" | "b")[]'],
  [z.array(z.unknown()), "any[]"],
  [z.tuple([z.string(), z.number()]), "any[]"],
  [z.record(z.string(), z.number()), "{[key]: number}"],
  [z.object({ a: z.object({ b: z.string() }) }), '{"a": {"b": string}}'],
  [z.unknown(), "any"],
])("writes schema %#", (schema, type) => {
  expect(writeType(z.toJSONSchema(schema, { io: "input" }))).toBe(type);
});

it("ends with a type that contains itself", () => {
  const Place = z.object({
    name: z.string(),
    get parts() {
      return z.array(Place);
    },
  });
  expect(writeType(z.toJSONSchema(Place))).toBe(
    '{"name": string, "parts": any[]}',
  );
});

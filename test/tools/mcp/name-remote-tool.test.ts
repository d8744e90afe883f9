import { nameRemoteTool } from "../../../src/tools/mcp/remote-tool.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("nameRemoteTool", () => {
  it.each([
    ["find_order", "shop__find_order"],
    ["findOrder", "shop__find_order"],
    ["orders.find-one", "shop__orders_find_one"],
    ["getURL2", "shop__get_url2"],
    ["  Find  order! ", "shop__find_order"],
    ["__a__b__", "shop__a_b"],
    ["查询 order", "shop__order"],
  ])("calls %j %j", (tool, name) => {
    expect(nameRemoteTool("shop", tool)).toBe(name);
  });

  it.each(["", "查询", "__", "a".repeat(59), "a".repeat(1_000_000)])(
    "has no name for a tool of which nothing is left, or too much",
    (tool) => {
      expect(nameRemoteTool("shop", tool)).toBeUndefined();
    },
  );

  it("gives only names that providers accept", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (tool) => {
        const name = nameRemoteTool("shop", tool);
        if (name !== undefined) expect(name).toMatch(/^shop__[a-z0-9_]{1,58}$/);
      }),
    );
  });
});

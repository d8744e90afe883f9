import { expect, it } from "vitest";
import { addressOf } from "../../../src/http/console/page/console-api.ts";

it("the console asks for a conversation of any name", () => {
  const ids = ["webhook:shop:a/b?c#d %2F", "订单 17"];
  const query = { before: "7", search: "a&b=c", empty: "", none: undefined };
  const url = new URL(
    addressOf("/api/conversations/{id}/turns/{id}", { ids, query }),
    "https://parley.example",
  );
  const [, conversation = "", turn = ""] =
    /^\/console\/api\/conversations\/([^/]+)\/turns\/([^/]+)$/.exec(
      url.pathname,
    ) ?? [];
  expect([conversation, turn].map(decodeURIComponent)).toEqual(ids);
  expect([...url.searchParams]).toEqual([
    ["before", "7"],
    ["search", "a&b=c"],
  ]);
  expect(url.hash).toBe("");
});

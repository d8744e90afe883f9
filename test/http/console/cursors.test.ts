import { expect, it } from "vitest";
import { Cursor, toCursor } from "../../../src/http/console/cursors.ts";

it("leads back to its place, whatever the conversation's name", () => {
  const place = { at: 1, number: 2, conversation: "webhook:商店:订单 17 🎉" };
  const cursor = toCursor(place);
  expect(cursor).toMatch(/^[\w=-]+$/);
  expect(Cursor.parse(cursor)).toEqual(place);
  expect(Cursor.safeParse(`${cursor}!`).success).toBe(false);
});

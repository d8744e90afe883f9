import { expect, it } from "vitest";
import { EVENT_STREAM } from "../../../scripts/api-description/examples.ts";
import { parseEventId } from "../../../src/http/resume-events.ts";

it("shows events with realistic ids", () => {
  const ids = [
    ...EVENT_STREAM.examples.answer.value.matchAll(/^id: (.+)$/gm),
  ].map(([, id]) => id);
  expect(ids).toHaveLength(4);
  for (const id of ids) expect(parseEventId(id, "m1")?.steps).toBe(1);
});

import { expect, it } from "vitest";
import { toPartitionKey } from "../../../src/platforms/aws/conversations.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { describeWithDynamoDb } from "../../stores/dynamodb/local-table.ts";
import { createLocalFunctions } from "./local-functions.ts";

const DAY = 86_400_000;
/** How long an item may take until it is written. */
const SLACK = 60_000;

describeWithDynamoDb("DynamoDB", () => {
  it("erases conversations, titles, link codes and the operators' log when they have expired", async () => {
    const { parts, table, mailbox } = await createLocalFunctions({
      variables: { MEMORY_RETENTION_DAYS: "30" },
    });
    const { titles, titleIndex, audit, linkCodes: codes } = parts.documents;
    const conversation = "web:ada";
    const at = Date.now();
    await mailbox.deliver(createMessage({ id: "1", conversation }));
    await titleIndex.put({ conversation, title: "Tides", at });
    await titles.put("web:ada", { number: 3, title: "Tides", at });
    await audit.add({ at, operator: "ann", action: "sign-in" });
    const offer = {
      conversation,
      channel: "web",
      author: { id: "ada" },
      replyTo: {},
    };
    await codes.offer("one", offer, at + 600_000);
    const leftMs = async (pk: string, from = " ") => {
      const [item] = await table.query({ pk, from, to: "~" });
      return Number(item?.["expires"]) * 1_000 - at;
    };
    const pieces = toPartitionKey("conversation", conversation);
    // A conversation that begins again must not find old pieces.
    expect(await leftMs(pieces, "state")).toBe((await leftMs(pieces)) + DAY);
    for (const [pk, ms] of [
      [pieces, 32 * DAY - 1_000],
      ["title-index", 30 * DAY],
      ["titles#web:ada", 30 * DAY],
      ["audit", 400 * DAY],
      ["link#one", 600_000],
    ] as const) {
      expect(await leftMs(pk)).toBeGreaterThanOrEqual(ms);
      expect(await leftMs(pk)).toBeLessThan(ms + SLACK);
    }
    expect(await titles.list("web:ada")).toMatchObject([{ title: "Tides" }]);
    expect(await audit.list({ limit: 9 })).toMatchObject([{ operator: "ann" }]);
    expect(await codes.take("one", "bob")).toEqual(offer);
  });
});

import { beforeAll, expect, it } from "vitest";
import { createDynamoMessageIndex } from "../../../src/stores/dynamodb/dynamo-message-index.ts";
import type { DynamoTable } from "../../../src/stores/dynamodb/table.ts";
import type { MessageIndex } from "../../../src/types/archive.ts";
import { describeMessageIndexContract } from "../../contracts/message-index-contract.ts";
import { createLocalTable, describeWithDynamoDb } from "./local-table.ts";

describeWithDynamoDb("the message index in DynamoDB", () => {
  let table: DynamoTable;
  beforeAll(async () => {
    ({ table } = await createLocalTable());
  });

  /** An empty index in the shared table: its owners have a unique prefix. */
  let number = 0;
  const createIndex = (): MessageIndex => {
    const index = createDynamoMessageIndex({ table });
    const prefix = `${number++}:`;
    const own = <Entry extends { owner: string }>(entry: Entry): Entry => ({
      ...entry,
      owner: prefix + entry.owner,
    });
    return {
      claim: (entry) => index.claim(own(entry)),
      find: (entry) => index.find(own(entry)),
      release: (entry) => index.release(own(entry)),
      note: (entry) => index.note(own(entry)),
      list: (options) => index.list(own(options)),
      forget: (entry) => index.forget(own(entry)),
    };
  };
  describeMessageIndexContract("DynamoDB message index", createIndex);

  it("keeps an id when the conversation is deleted that failed to claim it", async () => {
    const index = createIndex();
    await index.claim({ owner: "shop", id: "1", conversation: "a" });
    await index.claim({ owner: "shop", id: "1", conversation: "b" });
    await index.forget({ owner: "shop", conversation: "b" });
    expect(await index.find({ owner: "shop", id: "1" })).toBe("a");
  });

  it("distinguishes owners and ids whose concatenations are equal", async () => {
    const index = createIndex();
    await index.claim({ owner: "a#b", id: "c", conversation: "1" });
    await index.claim({ owner: "a", id: "b#c", conversation: "2" });
    expect(await index.find({ owner: "a#b", id: "c" })).toBe("1");
    expect(await index.find({ owner: "a", id: "b#c" })).toBe("2");
  });

  it("lets an id be claimed again after its conversation was deleted", async () => {
    const index = createIndex();
    await index.claim({ owner: "shop", id: "1", conversation: "a" });
    await index.forget({ owner: "shop", conversation: "a" });
    expect(
      await index.claim({ owner: "shop", id: "1", conversation: "b" }),
    ).toBe("b");
  });
});

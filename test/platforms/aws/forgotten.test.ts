import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { expect, it } from "vitest";
import { createAwsApp } from "../../../src/platforms/aws/create-aws-app.ts";
import {
  JANES_CONVERSATION,
  JANES_MESSAGE,
  JANES_REQUEST,
  tracesOfJane,
} from "../../fixtures/jane.ts";
import { recordAttack } from "../../security/record-attack.ts";
import { describeWithDynamoDb } from "../../stores/dynamodb/local-table.ts";
import { createLocalClient } from "../../stubs/dynamodb-local.ts";
import { createLocalFunctions } from "./local-functions.ts";

const KEY = "3f8a1c5e9d7b20464c0e2f6b8d1a3957";

describeWithDynamoDb("The table", () => {
  it("holds no trace of a person whose conversations were deleted", async ({
    task,
  }) => {
    const functions = await createLocalFunctions({
      variables: {
        WEBHOOK_API_KEYS: `shop:${KEY}`,
        WEBHOOK_CALLBACK_HOSTS: "shop:hooks.example.com",
        PARLEY_SECRET: "a-secret-of-32-characters-or-more",
        // With the console, and its index of turns.
        ADMIN_API_KEY: "key-of-the-operator-in-these-tests",
      },
    });
    const { parts, mailbox, environment } = functions;
    const call = (method: string, path: string, body?: object) =>
      createAwsApp(parts).request(`/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${KEY}`,
          "content-type": "application/json",
          prefer: "respond-async",
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const readTable = async (): Promise<string> => {
      const client = createLocalClient(environment["DYNAMODB_ENDPOINT"] ?? "");
      const TableName = environment["DYNAMODB_TABLE"];
      const { Items } = await client.send(new ScanCommand({ TableName }));
      return JSON.stringify(Items);
    };
    const path = `/conversations/${JANES_REQUEST.conversation}`;

    const accepted = await call("POST", "/messages", JANES_REQUEST);
    expect([accepted.status, await accepted.text()]).toEqual([
      202,
      expect.anything(),
    ]);
    await mailbox.deliver(JANES_MESSAGE);
    const working = functions.start();
    const turn = { id: JANES_REQUEST.id, conversation: JANES_CONVERSATION };
    await expect
      .poll(() => mailbox.findTurn(turn), { timeout: 15_000 })
      .toMatchObject({ status: "delivered" });
    await call("PATCH", path, { metadata: { name: "Jane Doe" } });
    expect(tracesOfJane(await readTable())).toHaveLength(8);

    expect((await call("DELETE", path)).status).toBe(200);
    await mailbox.forget(JANES_MESSAGE.conversation);
    await expect
      .poll(async () => tracesOfJane(await readTable()), { timeout: 15_000 })
      .toEqual([]);
    recordAttack(task, "tracesOnAws", {
      got: tracesOfJane(await readTable()).length,
      allowed: 0,
    });
    // A redelivered message is not answered again.
    const again = await call("POST", "/messages", JANES_REQUEST);
    expect(again.status).toBe(410);
    await working.stop();
  });
});

import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { beforeAll, expect, it } from "vitest";
import { createAwsApp } from "../../../src/platforms/aws/create-aws-app.ts";
import { runs } from "../../property-runs.ts";
import { describeWithDynamoDb } from "../../stores/dynamodb/local-table.ts";
import { createLocalClient } from "../../stubs/dynamodb-local.ts";
import {
  createLocalFunctions,
  type LocalFunctions,
} from "./local-functions.ts";

const KEY = "key-of-the-shop-window-in-these-tests";
const ROUNDS = runs(5);

describeWithDynamoDb("Deleting a conversation", () => {
  let functions: LocalFunctions;
  beforeAll(async () => {
    functions = await createLocalFunctions({
      variables: { WEBHOOK_API_KEYS: `shop:${KEY}` },
    });
  });

  /** Through its own instance of the function. */
  const ask = async (method: string, path: string, body?: object) => {
    const response = await createAwsApp(functions.parts).request(path, {
      method,
      headers: {
        authorization: `Bearer ${KEY}`,
        "content-type": "application/json",
        prefer: "respond-async",
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };

  const readTable = async (): Promise<string> => {
    const { environment } = functions;
    const client = createLocalClient(environment["DYNAMODB_ENDPOINT"] ?? "");
    const { Items } = await client.send(
      new ScanCommand({ TableName: environment["DYNAMODB_TABLE"] }),
    );
    return JSON.stringify(Items);
  };

  it("leaves no old text while concurrent requests write to it", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const path = `/v1/conversations/c${round}`;
      const send = (id: string) =>
        ask("POST", "/v1/messages", {
          id: `${round}-${id}`,
          conversation: `c${round}`,
          text: `Said ${round} ${id}`,
        });
      await ask("PATCH", path, { metadata: { secret: `Old ${round}.` } });
      await send("before");
      const [deleted, patched, sent] = await Promise.all([
        ask("DELETE", path),
        ask("PATCH", path, { metadata: { meanwhile: "yes" } }),
        send("meanwhile"),
      ]);
      expect([deleted.status, patched.status]).toEqual([200, 200]);
      expect(sent.status).toBe(202);
      const { text } = await ask("GET", path);
      expect(text).not.toContain("Old ");
      expect(text).not.toContain(`${round} before`);
      const message = await ask("GET", `/v1/messages/${round}-meanwhile`);
      expect(message.status === 200).toBe(text.includes('meanwhile","status'));
      const again = await send("meanwhile");
      expect([202, 410]).toContain(again.status);
    }
    const left = await readTable();
    expect(left).not.toContain("Old ");
    expect(left).not.toMatch(/Said \d+ before/);
  });
});

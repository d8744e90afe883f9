import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { expect, it } from "vitest";
import {
  connect,
  describeWithDynamoDb,
} from "../../stores/dynamodb/local-table.ts";
import { createLocalFunctions } from "./local-functions.ts";

describeWithDynamoDb("A large budget", () => {
  it("is counted in parts, each in an item of its own", async () => {
    const { parts, environment } = await createLocalFunctions({
      variables: {
        OPENAI_API_KEY: "sk-of-these-tests",
        GLOBAL_DAILY_TOKENS: "200000000",
        WEB_DAILY_TOKENS: "0",
        WEBHOOK_DAILY_TOKENS: "0",
      },
    });
    const call = {
      prompt: { expected: 1, atMost: 1 },
      reply: { atLeast: 1, atMost: 1 },
      settled: [],
    };
    for (let person = 0; person < 40; person++)
      await parts.bot.budget?.reserve(
        { person: `person-${person}`, channel: "webhook" },
        call,
      );
    const { Items = [] } = await connect().send(
      new ScanCommand({ TableName: environment["DYNAMODB_TABLE"] }),
    );
    const names = Items.map(({ pk }) => pk?.S ?? "");
    const shared = names.filter((name) => name.includes("shared/everybody"));
    expect(shared.length).toBeGreaterThan(1);
  });
});

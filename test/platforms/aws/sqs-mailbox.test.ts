import { afterAll, beforeAll } from "vitest";
import type { EventSource } from "../../../scripts/dev-aws/event-source.ts";
import { describeMailboxContract } from "../../contracts/mailbox-contract.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { describeWithDynamoDb } from "../../stores/dynamodb/local-table.ts";
import { listen, type ListeningServer } from "../../stubs/listen.ts";
import {
  createLocalFunctions,
  createMailbox,
  type LocalFunctions,
} from "./local-functions.ts";

describeWithDynamoDb("On DynamoDB Local and fauxqs", () => {
  let silence: ListeningServer;
  let functions: LocalFunctions;
  let source: EventSource;
  beforeAll(async () => {
    silence = await listen(() => {});
    functions = await createLocalFunctions({
      variables: { WIKIPEDIA_BASE_URL: silence.url },
    });
    source = functions.start();
  });
  afterAll(async () => {
    await source.stop();
    await silence.close();
  });

  let conversations = 0;
  let current = "";
  describeMailboxContract("SQS mailbox", {
    createMailbox: () => {
      current = `web:test ${++conversations}`;
      return createMailbox(functions.parts);
    },
    createMessage: (overrides) =>
      createMessage({ text: "1+1", conversation: current, ...overrides }),
    endless: "Who was Noah Answer?",
  });
});

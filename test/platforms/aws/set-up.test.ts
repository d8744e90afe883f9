import { expect, it } from "vitest";
import { createConversations } from "../../../src/platforms/aws/conversations.ts";
import { setUp } from "../../../src/platforms/aws/set-up.ts";

const QUEUE = "https://sqs.eu-central-1.amazonaws.com/1";
const PLATFORM = {
  AWS_REGION: "eu-central-1",
  DYNAMODB_TABLE: "parley",
  SQS_QUEUE_URL: `${QUEUE}/turns.fifo`,
  SQS_CALLBACK_QUEUE_URL: `${QUEUE}/callbacks`,
};

it.each([
  [{}, { retentionMs: 0, keepsPages: false, isIndexed: false, eventTypes: [] }],
  [
    {
      MEMORY_RETENTION_DAYS: "30",
      TOOLS: "read_page",
      ADMIN_API_KEY: "key-of-the-operator-in-these-tests",
      EVENTS_URL: "https://desk.example/hook",
      EVENTS_SIGNING_SECRET: "whsec_l0kS2WRkTj6Zqd0p1wVvTn8m3yPo5xQb",
      EVENTS_TYPES: "message.replied",
    },
    {
      retentionMs: 30 * 86_400_000,
      keepsPages: true,
      isIndexed: true,
      eventTypes: ["message.replied"],
    },
  ],
])("conversations are opened as %j has it", (variables, expected) => {
  const opened: object[] = [];
  const { bot } = setUp(
    { ...PLATFORM, ...variables },
    {
      openConversations(options) {
        opened.push(options);
        return createConversations(options);
      },
    },
  );
  expect(opened).toEqual([
    { ...expected, table: expect.anything(), leaseMs: 60_000 },
  ]);
  expect(bot).toMatchObject({ links: {}, budget: {} });
});

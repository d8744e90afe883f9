import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { afterEach, expect, it, vi } from "vitest";
import { toEvent } from "../../../scripts/dev-aws/event-source.ts";
import { createContext } from "../../../scripts/dev-aws/lambda-context.ts";
import { createAwsApp } from "../../../src/platforms/aws/create-aws-app.ts";
import { setUp } from "../../../src/platforms/aws/set-up.ts";
import { runTurns } from "../../../src/platforms/aws/worker-handler.ts";
import { describeWithDynamoDb } from "../../stores/dynamodb/local-table.ts";
import { listen } from "../../stubs/listen.ts";
import { createLocalFunctions } from "./local-functions.ts";

const KEY = "3f8a1c5e9d7b20464c0e2f6b8d1a3957";
/** Nobody listens there. */
const NOWHERE = "http://127.0.0.1:9";

afterEach(() => vi.restoreAllMocks());

/** Answers like DynamoDB with the table's throughput exceeded. */
const startThrottledTable = () =>
  listen((request, response) => {
    request.resume();
    response.writeHead(400, { "content-type": "application/x-amz-json-1.0" });
    response.end(
      JSON.stringify({
        __type:
          "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",
        message: "The level of configured throughput was exceeded.",
      }),
    );
  });

describeWithDynamoDb("A message", () => {
  const open = async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const functions = await createLocalFunctions({
      variables: { WEBHOOK_API_KEYS: `shop:${KEY}` },
    });
    const { environment } = functions;
    const post = async (variables: Record<string, string> = {}) => {
      const app = createAwsApp(setUp({ ...environment, ...variables }));
      const response = await app.request("/v1/messages", {
        method: "POST",
        headers: {
          authorization: `Bearer ${KEY}`,
          "content-type": "application/json",
          prefer: "respond-async",
        },
        body: JSON.stringify({ id: "m1", conversation: "1", text: "1+1" }),
      });
      return response;
    };
    return { functions, post };
  };

  it.each([
    ["DynamoDB is throttled", "DYNAMODB_ENDPOINT", startThrottledTable],
    ["DynamoDB is unreachable", "DYNAMODB_ENDPOINT", undefined],
    ["SQS is unreachable", "SQS_QUEUE_URL", undefined],
  ])(
    "is rejected with 503 and Retry-After while %s, then answered once",
    async (_, variable, start) => {
      const { functions, post } = await open();
      const server = await start?.();
      const url = server?.url ?? `${NOWHERE}/000000000000/turns.fifo`;
      for (let attempt = 0; attempt < 2; attempt++) {
        const refused = await post({ [variable]: url });
        expect(refused.status).toBe(503);
        expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      await server?.close();
      expect((await post()).status).toBe(202);
      const working = functions.start();
      const turn = { id: "m1", conversation: "webhook:shop:1" };
      await expect
        .poll(() => functions.mailbox.findTurn(turn), { timeout: 10_000 })
        .toMatchObject({ status: "delivered", reply: "1+1 = 2." });
      await working.stop();
      const { messages } =
        (await functions.mailbox.read(turn.conversation)) ?? {};
      expect(messages).toHaveLength(2);
    },
  );

  it("is answered despite malformed messages in the queue, which are dropped", async () => {
    const { functions, post } = await open();
    const { client, queueUrl, parts, mailbox } = functions;
    await post();
    const poison = ["{", "[]", '{"conversation":7}', "x".repeat(1_000)];
    const event = toEvent(
      poison.map((Body, index) => ({
        Body,
        MessageId: `poison-${index}`,
        ReceiptHandle: "none",
        Attributes: { MessageGroupId: "same", ApproximateReceiveCount: "1" },
      })),
    );
    const context = createContext({ timeoutMs: 900_000 });
    expect((await runTurns(event, context, parts)).batchItemFailures).toEqual(
      [],
    );

    await client.send(
      new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: "{",
        MessageGroupId: "another",
        MessageDeduplicationId: crypto.randomUUID(),
      }),
    );
    const working = functions.start();
    await expect
      .poll(() =>
        mailbox.findTurn({ id: "m1", conversation: "webhook:shop:1" }),
      )
      .toMatchObject({ status: "delivered" });
    await working.stop();
  });
});

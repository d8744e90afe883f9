import { beforeAll, describe, expect, it } from "vitest";
import {
  resourcesOf,
  synthesize,
  type Resource,
  type Synthesis,
} from "./synthesize.ts";

let synthesis: Synthesis;
beforeAll(async () => {
  synthesis = await synthesize();
}, 60_000);

/** The only resource of a type whose logical id has this prefix. */
function find(type: string, prefix: string): [string, Resource] {
  const found = resourcesOf(synthesis.bot, type).filter(([name]) =>
    name.startsWith(prefix),
  );
  if (found[0] === undefined || found.length > 1)
    throw new Error(`${found.length} of ${type} begin with ${prefix}.`);
  return found[0];
}

const attribute = ([name]: [string, Resource], of = "Arn") => ({
  "Fn::GetAtt": [name, of],
});

describe("the queue of turns", () => {
  const queue = () => find("AWS::SQS::Queue", "TurnsQueue");
  const deadLetters = () => find("AWS::SQS::Queue", "TurnsDeadLetters");

  it("is a FIFO queue with a FIFO dead-letter queue", () => {
    synthesis.bot.resourceCountIs("AWS::SQS::Queue", 4);
    expect(deadLetters()[1].Properties).toMatchObject({ FifoQueue: true });
    expect(queue()[1].Properties).toMatchObject({
      FifoQueue: true,
      // 300 requests per second for each conversation, not for all together.
      DeduplicationScope: "messageGroup",
      FifoThroughputLimit: "perMessageGroupId",
      RedrivePolicy: {
        deadLetterTargetArn: attribute(deadLetters()),
        maxReceiveCount: 20,
      },
    });
  });

  it("deduplicates by the sender's ids, not by content", () => {
    for (const [, { Properties }] of [queue(), deadLetters()])
      expect(Properties).not.toHaveProperty("ContentBasedDeduplication");
  });

  it("has the worker's timeout as visibility timeout, as Lambda requires", () => {
    const [, worker] = find("AWS::Lambda::Function", "Worker");
    expect(queue()[1].Properties["VisibilityTimeout"]).toBe(
      worker.Properties["Timeout"],
    );
  });

  it("retains messages for fourteen days, SQS's maximum", () => {
    for (const [, { Properties }] of [queue(), deadLetters()])
      expect(Properties["MessageRetentionPeriod"]).toBe(14 * 24 * 3600);
  });

  it("is encrypted and denies access without TLS", () => {
    for (const [name, { Properties }] of [queue(), deadLetters()]) {
      expect(Properties).toMatchObject({ SqsManagedSseEnabled: true });
      synthesis.bot.hasResourceProperties("AWS::SQS::QueuePolicy", {
        Queues: [{ Ref: name }],
        PolicyDocument: {
          Statement: [
            {
              Effect: "Deny",
              Action: "sqs:*",
              Condition: { Bool: { "aws:SecureTransport": "false" } },
            },
          ],
        },
      });
    }
  });
});

describe("the queue of callbacks", () => {
  const queue = () => find("AWS::SQS::Queue", "CallbacksQueue");
  const deadLetters = () => find("AWS::SQS::Queue", "CallbacksDeadLetters");

  it("is a standard queue, which can delay single messages, with a dead-letter queue", () => {
    for (const [, { Properties }] of [queue(), deadLetters()])
      expect(Properties).not.toHaveProperty("FifoQueue");
    expect(queue()[1].Properties["RedrivePolicy"]).toEqual({
      deadLetterTargetArn: attribute(deadLetters()),
      maxReceiveCount: 20,
    });
  });

  it("has the timeout, retention, encryption and TLS policy of the queue of turns", () => {
    for (const [name, { Properties }] of [queue(), deadLetters()]) {
      expect(Properties).toMatchObject({
        VisibilityTimeout: 900,
        MessageRetentionPeriod: 14 * 24 * 3600,
        SqsManagedSseEnabled: true,
      });
      synthesis.bot.hasResourceProperties("AWS::SQS::QueuePolicy", {
        Queues: [{ Ref: name }],
        PolicyDocument: {
          Statement: [
            {
              Effect: "Deny",
              Action: "sqs:*",
              Condition: { Bool: { "aws:SecureTransport": "false" } },
            },
          ],
        },
      });
    }
  });
});

describe("the functions", () => {
  const functions = () =>
    ["Http", "Telegram", "Worker"].map((prefix) =>
      find("AWS::Lambda::Function", prefix),
    );
  const allOf = (property: string, from = functions()) =>
    from.map(([, { Properties }]) => Properties[property]);

  it("are three, on Node 24 and ARM", () => {
    synthesis.bot.resourceCountIs("AWS::Lambda::Function", 3);
    for (const [, { Properties }] of functions())
      expect(Properties).toMatchObject({
        Runtime: "nodejs24.x",
        Architectures: ["arm64"],
        MemorySize: 512,
      });
    expect(allOf("Handler")).toEqual([
      "index.handler",
      "index.telegramHandler",
      "index.handler",
    ]);
  });

  it("wake the worker each minute, for what is due", () => {
    const [worker] = find("AWS::Lambda::Function", "Worker");
    synthesis.bot.hasResourceProperties("AWS::Events::Rule", {
      ScheduleExpression: "rate(1 minute)",
      State: "ENABLED",
      Targets: [{ Arn: { "Fn::GetAtt": [worker, "Arn"] } }],
    });
  });

  it("time out after 5 minutes for HTTP, 30 seconds for Telegram and 15 minutes for turns", () => {
    expect(allOf("Timeout")).toEqual([300, 30, 900]);
  });

  it("reserve concurrency for HTTP and Telegram, so that streams cannot starve turns", () => {
    expect(allOf("ReservedConcurrentExecutions")).toEqual([80, 40, undefined]);
  });

  it("reserve no concurrency if none is configured", async () => {
    const { bot } = await synthesize({ httpConcurrency: undefined });
    const small = resourcesOf(bot, "AWS::Lambda::Function");
    expect(small).toHaveLength(3);
    for (const [, { Properties }] of small)
      expect(Properties).not.toHaveProperty("ReservedConcurrentExecutions");
  }, 60_000);

  it("get resource names and the versioned settings parameter, but no secrets", () => {
    const [url] = find("AWS::Lambda::Url", "Telegram");
    for (const [id, { Properties }] of functions())
      expect(Properties["Environment"]).toEqual({
        Variables: {
          ...(id.startsWith("Http") && {
            TELEGRAM_FUNCTION_URL: { "Fn::GetAtt": [url, "FunctionUrl"] },
          }),
          DYNAMODB_TABLE: {
            "Fn::ImportValue": expect.stringMatching(
              /^shop-data:ExportsOutputRefTable/,
            ) as string,
          },
          SQS_QUEUE_URL: { Ref: find("AWS::SQS::Queue", "TurnsQueue")[0] },
          SQS_CALLBACK_QUEUE_URL: {
            Ref: find("AWS::SQS::Queue", "CallbacksQueue")[0],
          },
          SETTINGS_PARAMETER: "/shop/settings:7",
        },
      });
  });

  it("log JSON to groups with the configured retention", () => {
    synthesis.bot.resourceCountIs("AWS::Logs::LogGroup", 3);
    for (const prefix of ["Http", "Telegram", "Worker"]) {
      const [group, { Properties }] = find("AWS::Logs::LogGroup", prefix);
      expect(Properties["RetentionInDays"]).toBe(14);
      expect(
        find("AWS::Lambda::Function", prefix)[1].Properties["LoggingConfig"],
      ).toEqual({ LogFormat: "JSON", LogGroup: { Ref: group } });
    }
  });

  it("consume turns in the worker: one per invocation, with limited concurrency", () => {
    synthesis.bot.resourceCountIs("AWS::Lambda::EventSourceMapping", 2);
    synthesis.bot.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
      FunctionName: { Ref: find("AWS::Lambda::Function", "Worker")[0] },
      EventSourceArn: attribute(find("AWS::SQS::Queue", "TurnsQueue")),
      BatchSize: 1,
      FunctionResponseTypes: ["ReportBatchItemFailures"],
      ScalingConfig: { MaximumConcurrency: 40 },
    });
  });

  it("consume callbacks in the worker: in batches, with limited concurrency", () => {
    synthesis.bot.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
      FunctionName: { Ref: find("AWS::Lambda::Function", "Worker")[0] },
      EventSourceArn: attribute(find("AWS::SQS::Queue", "CallbacksQueue")),
      BatchSize: 10,
      FunctionResponseTypes: ["ReportBatchItemFailures"],
      ScalingConfig: { MaximumConcurrency: 10 },
    });
  });
});

describe("the function URLs", () => {
  const FUNCTIONS = ["Http", "Telegram"];

  it("stream responses and are public, since Parley itself rejects requests", () => {
    synthesis.bot.resourceCountIs("AWS::Lambda::Url", 2);
    for (const prefix of FUNCTIONS)
      synthesis.bot.hasResourceProperties("AWS::Lambda::Url", {
        AuthType: "NONE",
        InvokeMode: "RESPONSE_STREAM",
        TargetFunctionArn: attribute(find("AWS::Lambda::Function", prefix)),
      });
  });

  it("grant both permissions that they need, and no other way to invoke the functions", () => {
    const permissions = resourcesOf(
      synthesis.bot,
      "AWS::Lambda::Permission",
    ).map(([, { Properties }]) => Properties);
    // The other one is for the rule that wakes the worker.
    expect(permissions).toHaveLength(5);
    expect(permissions).toContainEqual(
      expect.objectContaining({ Principal: "events.amazonaws.com" }),
    );
    for (const prefix of FUNCTIONS) {
      const FunctionName = attribute(find("AWS::Lambda::Function", prefix));
      expect(permissions).toContainEqual({
        Action: "lambda:InvokeFunctionUrl",
        FunctionName,
        FunctionUrlAuthType: "NONE",
        Principal: "*",
      });
      expect(permissions).toContainEqual({
        Action: "lambda:InvokeFunction",
        FunctionName,
        InvokedViaFunctionUrl: true,
        Principal: "*",
      });
    }
  });

  it("are stack outputs, along with what operators look up", () => {
    expect(Object.keys(synthesis.bot.findOutputs("*")).toSorted()).toEqual([
      "AlarmTopic",
      "CallbackDeadLettersUrl",
      "DeadLettersUrl",
      "HttpFunction",
      "QueueUrl",
      "TelegramFunction",
      "TelegramUrl",
      "Url",
      "WorkerFunction",
    ]);
  });
});

describe("the stack", () => {
  const TAGS = [
    { Key: "application", Value: "parley" },
    { Key: "deployment", Value: "shop" },
  ];

  it("causes no warnings of the CDK", () => {
    expect(synthesis.warnings).toEqual([]);
  });

  it.each([
    "AWS::SQS::Queue",
    "AWS::Lambda::Function",
    "AWS::IAM::Role",
    "AWS::Logs::LogGroup",
    "AWS::CloudWatch::Alarm",
    "AWS::SNS::Topic",
  ])("tags every %s with application and deployment", (type) => {
    const resources = resourcesOf(synthesis.bot, type);
    expect(resources.length).toBeGreaterThan(0);
    for (const [, { Properties }] of resources)
      expect(Properties["Tags"]).toEqual(TAGS);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import {
  type Resource,
  resourcesOf,
  synthesize,
  type Synthesis,
} from "./synthesize.ts";

let synthesis: Synthesis;
beforeAll(async () => {
  synthesis = await synthesize();
}, 60_000);

/** Those of a type, by the beginnings of their names in the template. */
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

  it("is a FIFO queue with a FIFO queue of dead letters", () => {
    synthesis.bot.resourceCountIs("AWS::SQS::Queue", 4);
    expect(deadLetters()[1].Properties).toMatchObject({ FifoQueue: true });
    expect(queue()[1].Properties).toMatchObject({
      FifoQueue: true,
      // 300 requests a second for each conversation instead of all.
      DeduplicationScope: "messageGroup",
      FifoThroughputLimit: "perMessageGroupId",
      RedrivePolicy: {
        deadLetterTargetArn: attribute(deadLetters()),
        maxReceiveCount: 20,
      },
    });
  });

  it("leaves it to the sender which messages are the same", () => {
    for (const [, { Properties }] of [queue(), deadLetters()])
      expect(Properties).not.toHaveProperty("ContentBasedDeduplication");
  });

  it("hides a received message for as long as the worker may run, as Lambda demands", () => {
    const [, worker] = find("AWS::Lambda::Function", "Worker");
    expect(queue()[1].Properties["VisibilityTimeout"]).toBe(
      worker.Properties["Timeout"],
    );
  });

  it("keeps messages for the fourteen days that SQS keeps them at most", () => {
    for (const [, { Properties }] of [queue(), deadLetters()])
      expect(Properties["MessageRetentionPeriod"]).toBe(14 * 24 * 3600);
  });

  it("is encrypted, and refuses callers without TLS", () => {
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

  it("is a standard queue, whose messages can be delayed one by one, with one of dead letters", () => {
    for (const [, { Properties }] of [queue(), deadLetters()])
      expect(Properties).not.toHaveProperty("FifoQueue");
    expect(queue()[1].Properties["RedrivePolicy"]).toEqual({
      deadLetterTargetArn: attribute(deadLetters()),
      maxReceiveCount: 20,
    });
  });

  it("hides and keeps messages as the other one does, encrypted, and refuses callers without TLS", () => {
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

  it("have fifteen minutes for a turn, five for a request, and half a minute for an update of Telegram's", () => {
    expect(allOf("Timeout")).toEqual([300, 30, 900]);
  });

  it("run at most as often as is chosen for requests and streams, so that Telegram and the turns always can", () => {
    expect(allOf("ReservedConcurrentExecutions")).toEqual([80, 40, undefined]);
  });

  it("have nothing reserved in accounts that must not", async () => {
    const { bot } = await synthesize({ httpConcurrency: undefined });
    const small = resourcesOf(bot, "AWS::Lambda::Function");
    expect(small).toHaveLength(3);
    for (const [, { Properties }] of small)
      expect(Properties).not.toHaveProperty("ReservedConcurrentExecutions");
  }, 60_000);

  it("know where things are, and no secret: only the name of the parameter, with its version", () => {
    for (const [, { Properties }] of functions())
      expect(Properties["Environment"]).toEqual({
        Variables: {
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

  it("write their logs, as JSON, into groups that forget them", () => {
    synthesis.bot.resourceCountIs("AWS::Logs::LogGroup", 3);
    for (const prefix of ["Http", "Telegram", "Worker"]) {
      const [group, { Properties }] = find("AWS::Logs::LogGroup", prefix);
      expect(Properties["RetentionInDays"]).toBe(14);
      expect(
        find("AWS::Lambda::Function", prefix)[1].Properties["LoggingConfig"],
      ).toEqual({ LogFormat: "JSON", LogGroup: { Ref: group } });
    }
  });

  it("take turns from the queue in one of them: one at a time, up to so many at once, and it reports which failed", () => {
    synthesis.bot.resourceCountIs("AWS::Lambda::EventSourceMapping", 2);
    synthesis.bot.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
      FunctionName: { Ref: find("AWS::Lambda::Function", "Worker")[0] },
      EventSourceArn: attribute(find("AWS::SQS::Queue", "TurnsQueue")),
      BatchSize: 1,
      FunctionResponseTypes: ["ReportBatchItemFailures"],
      ScalingConfig: { MaximumConcurrency: 40 },
    });
  });

  it("take callbacks from their queue in the same one, several at a time", () => {
    synthesis.bot.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
      FunctionName: { Ref: find("AWS::Lambda::Function", "Worker")[0] },
      EventSourceArn: attribute(find("AWS::SQS::Queue", "CallbacksQueue")),
      BatchSize: 10,
      FunctionResponseTypes: ["ReportBatchItemFailures"],
      ScalingConfig: { MaximumConcurrency: 10 },
    });
  });
});

describe("the addresses", () => {
  const FUNCTIONS = ["Http", "Telegram"];

  it("stream, and are open to everybody: Parley itself refuses", () => {
    synthesis.bot.resourceCountIs("AWS::Lambda::Url", 2);
    for (const prefix of FUNCTIONS)
      synthesis.bot.hasResourceProperties("AWS::Lambda::Url", {
        AuthType: "NONE",
        InvokeMode: "RESPONSE_STREAM",
        TargetFunctionArn: attribute(find("AWS::Lambda::Function", prefix)),
      });
  });

  it("have both permissions that new addresses need, and the functions can be invoked by no other way", () => {
    const permissions = resourcesOf(
      synthesis.bot,
      "AWS::Lambda::Permission",
    ).map(([, { Properties }]) => Properties);
    expect(permissions).toHaveLength(4);
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

  it("are printed at the end, with what an operator looks for", () => {
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

describe("everything", () => {
  const TAGS = [
    { Key: "application", Value: "parley" },
    { Key: "deployment", Value: "shop" },
  ];

  it("is as the CDK advises", () => {
    expect(synthesis.warnings).toEqual([]);
  });

  it.each([
    "AWS::SQS::Queue",
    "AWS::Lambda::Function",
    "AWS::IAM::Role",
    "AWS::Logs::LogGroup",
    "AWS::CloudWatch::Alarm",
    "AWS::SNS::Topic",
  ])("says whose it is: %s", (type) => {
    const resources = resourcesOf(synthesis.bot, type);
    expect(resources.length).toBeGreaterThan(0);
    for (const [, { Properties }] of resources)
      expect(Properties["Tags"]).toEqual(TAGS);
  });
});

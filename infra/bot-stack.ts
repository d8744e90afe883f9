import { Arn, ArnFormat, CfnOutput, Duration, Stack } from "aws-cdk-lib";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import {
  EventSourceMapping,
  type Function as LambdaFunction,
  FunctionUrlAuthType,
  InvokeMode,
} from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import { BotAlarms } from "./bot-alarms.ts";
import { BotFunction } from "./bot-function.ts";
import { CallbackQueue } from "./callback-queue.ts";
import { type StackOptions, TELEGRAM_CONCURRENCY } from "./stack-options.ts";
import { TABLE_ACTIONS } from "./table-actions.ts";
import { TurnQueue } from "./turn-queue.ts";

/** Lambda's most: a turn may think for ten minutes (`AGENT_TIMEOUT_SECONDS`), then sends its reply and summarises. */
const WORKER_TIMEOUT = Duration.minutes(15);
/** Ten callbacks each: receivers that hang take no more than that from the turns. */
const CALLBACK_CONCURRENCY = 10;
/** Lambda does not say when a caller leaves, so this is what an abandoned stream costs at most. */
const HTTP_TIMEOUT = Duration.minutes(5);
/** It only stores updates. Telegram waits about as long, then sends them again. */
const TELEGRAM_TIMEOUT = Duration.seconds(30);

/** Everything that holds no data for long: the functions, their address, the queue between them, alarms. */
export class BotStack extends Stack {
  constructor(
    scope: Construct,
    {
      name,
      settings,
      maxConcurrency,
      httpConcurrency,
      logRetentionDays,
      alarmEmail,
      table,
      codeFolder,
    }: StackOptions & {
      table: TableV2;
      /** Holds `http/index.mjs` and `worker/index.mjs`. */
      codeFolder: string;
    },
  ) {
    super(scope, name, {
      description: "Parley: the functions, their address and their queue",
    });
    const turns = new TurnQueue(this, "Turns", { longestRun: WORKER_TIMEOUT });
    const callbacks = new CallbackQueue(this, "Callbacks", {
      longestRun: WORKER_TIMEOUT,
    });
    const { queue, deadLetters } = turns;
    const common = {
      logRetentionDays,
      environment: {
        DYNAMODB_TABLE: table.tableName,
        SQS_QUEUE_URL: queue.queueUrl,
        SQS_CALLBACK_QUEUE_URL: callbacks.queue.queueUrl,
        // With its version: an update of the settings alone restarts the functions, and a rollback brings back the old ones.
        SETTINGS_PARAMETER: `${settings.parameter}:${settings.version}`,
      },
    };
    const intake = [
      { actions: TABLE_ACTIONS, resource: table.tableArn },
      {
        actions: ["ssm:GetParameter"],
        resource: Arn.format(
          {
            service: "ssm",
            resource: "parameter",
            // ARNs of parameters have one slash between the two: their names bring it along.
            resourceName: settings.parameter.replace(/^\//, ""),
            arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
          },
          this,
        ),
      },
      {
        // Stopping or retrying a turn brings back a message that waits for a later attempt.
        actions: ["sqs:SendMessage", "sqs:ChangeMessageVisibility"],
        resource: queue.queueArn,
      },
    ];
    const shared = [
      ...intake,
      {
        // To send a callback, or to send it again.
        actions: ["sqs:SendMessage"],
        resource: callbacks.queue.queueArn,
      },
    ];
    const { function: http } = new BotFunction(this, "Http", {
      ...common,
      description: "Parley: takes messages in and serves the page and the API",
      codeFolder: `${codeFolder}/http`,
      memoryMb: 512,
      timeout: HTTP_TIMEOUT,
      reservedConcurrency: httpConcurrency,
      permissions: shared,
    });
    // Streams hold an execution each: where all are taken, those who wait for a function get none. So Telegram has one of its own.
    const { function: telegram } = new BotFunction(this, "Telegram", {
      ...common,
      description: "Parley: takes Telegram's updates in",
      codeFolder: `${codeFolder}/http`,
      handler: "telegramHandler",
      memoryMb: 512,
      timeout: TELEGRAM_TIMEOUT,
      reservedConcurrency:
        httpConcurrency === undefined ? undefined : TELEGRAM_CONCURRENCY,
      permissions: intake,
    });
    const { function: worker } = new BotFunction(this, "Worker", {
      ...common,
      description: "Parley: runs the turns of conversations",
      codeFolder: `${codeFolder}/worker`,
      memoryMb: 512,
      timeout: WORKER_TIMEOUT,
      permissions: [
        ...shared,
        {
          // What the event source does in the function's name.
          actions: [
            "sqs:ReceiveMessage",
            "sqs:DeleteMessage",
            "sqs:GetQueueAttributes",
          ],
          resource: queue.queueArn,
        },
        {
          // The same, and what makes a crash cost half a minute.
          actions: [
            "sqs:ReceiveMessage",
            "sqs:DeleteMessage",
            "sqs:GetQueueAttributes",
            "sqs:ChangeMessageVisibility",
          ],
          resource: callbacks.queue.queueArn,
        },
      ],
    });
    new EventSourceMapping(this, "TurnsToWorker", {
      target: worker,
      eventSourceArn: queue.queueArn,
      // One at a time: a turn that takes long never holds up that of another conversation.
      batchSize: 1,
      reportBatchItemFailures: true,
      maxConcurrency,
    });
    new EventSourceMapping(this, "CallbacksToWorker", {
      target: worker,
      eventSourceArn: callbacks.queue.queueArn,
      // They mostly wait for others' servers, ten seconds at most: all of a batch at once.
      batchSize: 10,
      reportBatchItemFailures: true,
      maxConcurrency: CALLBACK_CONCURRENCY,
    });
    const addressOf = (bot: LambdaFunction): string =>
      bot.addFunctionUrl({
        // Everybody may call: Parley itself refuses, before it reads a body.
        authType: FunctionUrlAuthType.NONE,
        invokeMode: InvokeMode.RESPONSE_STREAM,
      }).url;
    const { topic } = new BotAlarms(this, "Alarms", {
      turns,
      callbacks,
      functions: { Http: http, Telegram: telegram, Worker: worker },
      email: alarmEmail,
    });
    const outputs = {
      Url: addressOf(http),
      TelegramUrl: addressOf(telegram),
      QueueUrl: queue.queueUrl,
      DeadLettersUrl: deadLetters.queueUrl,
      CallbackDeadLettersUrl: callbacks.deadLetters.queueUrl,
      HttpFunction: http.functionName,
      TelegramFunction: telegram.functionName,
      WorkerFunction: worker.functionName,
      AlarmTopic: topic.topicArn,
    };
    for (const [key, value] of Object.entries(outputs))
      new CfnOutput(this, key, { value });
  }
}

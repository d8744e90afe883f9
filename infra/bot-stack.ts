import { Arn, ArnFormat, CfnOutput, Duration, Stack } from "aws-cdk-lib";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as LambdaFunctionTarget } from "aws-cdk-lib/aws-events-targets";
import {
  EventSourceMapping,
  FunctionUrlAuthType,
  InvokeMode,
  type Function as LambdaFunction,
} from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import { BotAlarms } from "./bot-alarms.ts";
import { BotFunction } from "./bot-function.ts";
import { CallbackQueue } from "./callback-queue.ts";
import { TELEGRAM_CONCURRENCY, type StackOptions } from "./stack-options.ts";
import { TABLE_ACTIONS } from "./table-actions.ts";
import { TurnQueue } from "./turn-queue.ts";

/**
 * Lambda's maximum. A turn may think for ten minutes (`AGENT_TIMEOUT_SECONDS`),
 * then sends its reply and summarises.
 */
const WORKER_TIMEOUT = Duration.minutes(15);
/**
 * Invocations of ten callbacks each, so that slow receivers take no more
 * concurrency from the turns.
 */
const CALLBACK_CONCURRENCY = 10;
/**
 * Bounds the cost of an abandoned stream, since Lambda does not report
 * disconnects.
 */
const HTTP_TIMEOUT = Duration.minutes(5);
/** Only stores updates. Telegram waits about as long before it retries. */
const TELEGRAM_TIMEOUT = Duration.seconds(30);

/**
 * Everything without lasting data: the functions, their URLs, the queues,
 * alarms.
 */
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
      /** Contains `http/index.mjs` and `worker/index.mjs`. */
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
        // Includes the version, so that a change of only the settings restarts
        // the functions, and a rollback restores the old ones.
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
            // In an ARN, the slash that begins the name separates it from
            // `parameter`.
            resourceName: settings.parameter.replace(/^\//, ""),
            arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
          },
          this,
        ),
      },
      {
        // Stopping or retrying a turn wakes a message that waits for a later
        // attempt.
        actions: ["sqs:SendMessage", "sqs:ChangeMessageVisibility"],
        resource: queue.queueArn,
      },
    ];
    const shared = [
      ...intake,
      {
        // To send or resend a callback.
        actions: ["sqs:SendMessage"],
        resource: callbacks.queue.queueArn,
      },
    ];
    const { function: http } = new BotFunction(this, "Http", {
      ...common,
      description: "Parley: accepts messages and serves the page and the API",
      codeFolder: `${codeFolder}/http`,
      memoryMb: 512,
      timeout: HTTP_TIMEOUT,
      reservedConcurrency: httpConcurrency,
      permissions: shared,
    });
    // Each stream occupies an execution. When all are in use, other requests
    // are throttled, so Telegram has its own function.
    const { function: telegram } = new BotFunction(this, "Telegram", {
      ...common,
      description: "Parley: receives Telegram's updates",
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
          // Used by the event source on behalf of the function.
          actions: [
            "sqs:ReceiveMessage",
            "sqs:DeleteMessage",
            "sqs:GetQueueAttributes",
          ],
          resource: queue.queueArn,
        },
        {
          // The same, and shorter visibility timeouts, so that a crash delays
          // callbacks by only half a minute.
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
    this.#connectWorker(worker, { turns, callbacks, maxConcurrency });
    new Rule(this, "EachMinute", {
      description: "Parley: wakes conversations in which a schedule is due",
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [
        new LambdaFunctionTarget(worker, {
          // The next one does the same.
          retryAttempts: 0,
        }),
      ],
    });
    const addressOf = (bot: LambdaFunction): string =>
      bot.addFunctionUrl({
        // Public: Parley rejects unauthorised requests before it reads their
        // body.
        authType: FunctionUrlAuthType.NONE,
        invokeMode: InvokeMode.RESPONSE_STREAM,
      }).url;
    const { topic } = new BotAlarms(this, "Alarms", {
      turns,
      callbacks,
      functions: { Http: http, Telegram: telegram, Worker: worker },
      email: alarmEmail,
    });
    const telegramUrl = addressOf(telegram);
    // The setup page sets Telegram's webhook to this address and no other.
    http.addEnvironment("TELEGRAM_FUNCTION_URL", telegramUrl);
    const outputs = {
      Url: addressOf(http),
      TelegramUrl: telegramUrl,
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

  /** Invokes the worker for the messages of both queues. */
  #connectWorker(
    worker: LambdaFunction,
    {
      turns,
      callbacks,
      maxConcurrency,
    }: {
      turns: TurnQueue;
      callbacks: CallbackQueue;
      maxConcurrency: number;
    },
  ): void {
    new EventSourceMapping(this, "TurnsToWorker", {
      target: worker,
      eventSourceArn: turns.queue.queueArn,
      // One message each, so that a long turn does not delay another
      // conversation's.
      batchSize: 1,
      reportBatchItemFailures: true,
      maxConcurrency,
    });
    new EventSourceMapping(this, "CallbacksToWorker", {
      target: worker,
      eventSourceArn: callbacks.queue.queueArn,
      // Callbacks mostly wait for other servers, up to ten seconds, so a batch
      // runs in parallel.
      batchSize: 10,
      reportBatchItemFailures: true,
      maxConcurrency: CALLBACK_CONCURRENCY,
    });
  }
}

import { Duration } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  TreatMissingData,
  type IMetric,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { CallbackQueue } from "./callback-queue.ts";
import type { TurnQueue } from "./turn-queue.ts";

const PERIOD = Duration.minutes(5);
/**
 * All attempts of a turn take about ten minutes, for which later turns wait;
 * after this time something is stuck.
 */
const OLDEST_MESSAGE = Duration.minutes(30);

/**
 * Alarms for problems that users may not report. Published to the topic, and
 * from there by e-mail.
 */
export class BotAlarms extends Construct {
  readonly topic: Topic;

  constructor(
    scope: Construct,
    id: string,
    {
      turns: { queue, deadLetters },
      callbacks,
      functions,
      email,
    }: {
      turns: TurnQueue;
      callbacks: CallbackQueue;
      /** By the names of their alarms. */
      functions: Readonly<Record<string, LambdaFunction>>;
      email: string | undefined;
    },
  ) {
    super(scope, id);
    this.topic = new Topic(this, "Topic", { enforceSSL: true });
    this.topic.grantPublish(new ServicePrincipal("cloudwatch.amazonaws.com"));
    if (email !== undefined)
      this.topic.addSubscription(new EmailSubscription(email));

    this.#add("DeadLetters", {
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({
        period: PERIOD,
        statistic: "Maximum",
      }),
      description:
        "Turns could not be run in any attempt: see docs/aws.md, Dead letters.",
    });
    this.#add("CallbackDeadLetters", {
      metric: callbacks.deadLetters.metricApproximateNumberOfMessagesVisible({
        period: PERIOD,
        statistic: "Maximum",
      }),
      description:
        "Callbacks could not be sent in any attempt: see docs/aws.md, Dead letters.",
    });
    this.#add("OldestMessage", {
      metric: queue.metricApproximateAgeOfOldestMessage({
        period: PERIOD,
        statistic: "Maximum",
      }),
      threshold: OLDEST_MESSAGE.toSeconds(),
      description:
        "A message has waited for half an hour: the worker hangs or is too slow.",
    });
    for (const [name, bot] of Object.entries(functions)) {
      this.#add(`${name}Errors`, {
        metric: bot.metricErrors({ period: PERIOD }),
        description: `The function ${name.toLowerCase()} has failed or has run out of time: see its logs.`,
      });
      this.#add(`${name}Throttles`, {
        metric: bot.metricThrottles({ period: PERIOD }),
        description: `The function ${name.toLowerCase()} was throttled: the concurrency limit of the account or the function was reached.`,
      });
    }
  }

  /** @param options.threshold lowest value that triggers the alarm */
  #add(
    name: string,
    {
      metric,
      threshold = 1,
      description,
    }: { metric: IMetric; threshold?: number; description: string },
  ): void {
    const alarm = new Alarm(this, name, {
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: description,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
  }
}

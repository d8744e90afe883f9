import { beforeAll, describe, expect, it } from "vitest";
import {
  resourcesOf,
  synthesize,
  type Resource,
  type Synthesis,
} from "./synthesize.ts";

describe("the alarms", () => {
  let synthesis: Synthesis;
  beforeAll(async () => {
    synthesis = await synthesize();
  }, 60_000);

  it.each([
    ["DeadLetters", "ApproximateNumberOfMessagesVisible", "Maximum", 1],
    ["CallbackDeadLetters", "ApproximateNumberOfMessagesVisible", "Maximum", 1],
    ["OldestMessage", "ApproximateAgeOfOldestMessage", "Maximum", 1800],
    ["HttpErrors", "Errors", "Sum", 1],
    ["HttpThrottles", "Throttles", "Sum", 1],
    ["TelegramErrors", "Errors", "Sum", 1],
    ["TelegramThrottles", "Throttles", "Sum", 1],
    ["WorkerErrors", "Errors", "Sum", 1],
    ["WorkerThrottles", "Throttles", "Sum", 1],
  ])("fire for %s", (name, metric, statistic, threshold) => {
    const [alarm] = resourcesOf(synthesis.bot, "AWS::CloudWatch::Alarm").filter(
      ([id]) => id.startsWith(`Alarms${name}`),
    );
    expect(alarm?.[1].Properties).toMatchObject({
      MetricName: metric,
      Statistic: statistic,
      Threshold: threshold,
      ComparisonOperator: "GreaterThanOrEqualToThreshold",
      TreatMissingData: "notBreaching",
      EvaluationPeriods: 1,
    });
  });

  it("watch the right queue or function", () => {
    const dimensions = Object.fromEntries(
      resourcesOf(synthesis.bot, "AWS::CloudWatch::Alarm").map(
        ([id, { Properties }]) => [
          id,
          JSON.stringify(Properties["Dimensions"]),
        ],
      ),
    );
    const expected = {
      AlarmsDeadLetters: "TurnsDeadLetters",
      AlarmsCallbackDeadLetters: "CallbacksDeadLetters",
      AlarmsOldestMessage: "TurnsQueue",
      AlarmsHttp: "HttpFunction",
      AlarmsTelegram: "TelegramFunction",
      AlarmsWorker: "WorkerFunction",
    };
    for (const [id, text] of Object.entries(dimensions)) {
      const [, target] =
        Object.entries(expected).find(([prefix]) => id.startsWith(prefix)) ??
        [];
      expect(text).toContain(target);
    }
    expect(Object.keys(dimensions)).toHaveLength(9);
  });

  it("notify the operator through the topic", () => {
    const [[topic] = [""]] = resourcesOf(synthesis.bot, "AWS::SNS::Topic");
    for (const [, { Properties }] of resourcesOf(
      synthesis.bot,
      "AWS::CloudWatch::Alarm",
    ))
      expect(Properties["AlarmActions"]).toEqual([{ Ref: topic }]);
    synthesis.bot.hasResourceProperties("AWS::SNS::Subscription", {
      Protocol: "email",
      Endpoint: "operator@example.com",
      TopicArn: { Ref: topic },
    });
  });

  it("are the only ones that may publish to the topic", () => {
    const [[, policy]] = resourcesOf(
      synthesis.bot,
      "AWS::SNS::TopicPolicy",
    ) as [[string, Resource]];
    const { Statement } = policy.Properties["PolicyDocument"] as {
      Statement: { Effect: string }[];
    };
    expect(Statement.filter(({ Effect }) => Effect === "Allow")).toEqual([
      expect.objectContaining({
        Action: "sns:Publish",
        Principal: { Service: "cloudwatch.amazonaws.com" },
      }),
    ]);
  });
});

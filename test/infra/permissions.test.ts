import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { resourcesOf, synthesize, type Synthesis } from "./synthesize.ts";

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

describe("the permissions of the functions", () => {
  let synthesis: Synthesis;
  beforeAll(async () => {
    synthesis = await synthesize();
  }, 60_000);

  /** Allowed actions and their resource, by statement. */
  const permissionsOf = (
    prefix: string,
  ): { actions: readonly string[]; resource: string }[] => {
    const [[, role] = []] = resourcesOf(synthesis.bot, "AWS::IAM::Role").filter(
      ([name]) => name.startsWith(prefix),
    );
    const [policy] = (role?.Properties["Policies"] ?? []) as {
      PolicyDocument: { Statement: Statement[] };
    }[];
    return (policy?.PolicyDocument.Statement ?? []).map(
      ({ Action, Resource }) => ({
        actions: [Action].flat(),
        resource: JSON.stringify(Resource),
      }),
    );
  };
  const actionsOf = (prefix: string) =>
    permissionsOf(prefix).map(({ actions }) => actions.toSorted());

  const TABLE = [
    "dynamodb:DeleteItem",
    "dynamodb:GetItem",
    "dynamodb:PutItem",
    "dynamodb:Query",
    "dynamodb:UpdateItem",
  ];
  const LOGS = ["logs:CreateLogStream", "logs:PutLogEvents"];

  it("of HTTP cover logs, the table, settings, sending and waking turns, and sending callbacks", () => {
    expect(actionsOf("Http")).toEqual([
      LOGS,
      TABLE,
      ["ssm:GetParameter"],
      ["sqs:ChangeMessageVisibility", "sqs:SendMessage"],
      ["sqs:SendMessage"],
    ]);
  });

  it("of Telegram are the same without callbacks", () => {
    expect(actionsOf("Telegram")).toEqual([
      LOGS,
      TABLE,
      ["ssm:GetParameter"],
      ["sqs:ChangeMessageVisibility", "sqs:SendMessage"],
    ]);
  });

  it("of the worker are the same, plus receiving from both queues", () => {
    expect(actionsOf("Worker")).toEqual([
      LOGS,
      TABLE,
      ["ssm:GetParameter"],
      ["sqs:ChangeMessageVisibility", "sqs:SendMessage"],
      ["sqs:SendMessage"],
      ["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"],
      [
        "sqs:ChangeMessageVisibility",
        "sqs:DeleteMessage",
        "sqs:GetQueueAttributes",
        "sqs:ReceiveMessage",
      ],
    ]);
  });

  it("contain no wildcards and no managed policies", () => {
    for (const [, { Properties }] of resourcesOf(
      synthesis.bot,
      "AWS::IAM::Role",
    )) {
      expect(Properties).not.toHaveProperty("ManagedPolicyArns");
      const text = JSON.stringify(Properties["Policies"]);
      expect(text).not.toContain("*");
    }
    synthesis.bot.resourceCountIs("AWS::IAM::Policy", 0);
    synthesis.bot.resourceCountIs("AWS::IAM::Role", 3);
  });

  it("cover every version of the settings parameter", () => {
    const parameter = permissionsOf("Http").find(({ actions }) =>
      actions.includes("ssm:GetParameter"),
    );
    expect(parameter?.resource).toContain(":parameter/shop/settings");
    expect(parameter?.resource).not.toContain(":7");
  });

  it("are exactly those for the SDK commands in the sources", () => {
    const sent = new Set(
      ["stores/dynamodb", "platforms/aws"].flatMap((folder) =>
        commandsIn(join("src", folder)).map(toAction),
      ),
    );
    const granted = actionsOf("Http")
      .flat()
      .filter((action) => /^(?:dynamodb|sqs):/.test(action));
    expect([...new Set(granted)].toSorted()).toEqual([...sent].toSorted());
  });
});

/** SDK commands that the files of a folder import, e.g. `PutItem`. */
function commandsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => {
      const text = readFileSync(join(folder, path), "utf8");
      return [
        ...text.matchAll(
          /import \{([^}]*)\} from "@aws-sdk\/client-(?:dynamodb|sqs)"/g,
        ),
      ].flatMap(([, names = ""]) => names.match(/\w+(?=Command\b)/g) ?? []);
    });
}

function toAction(command: string): string {
  const service = /Message|Queue/.test(command) ? "sqs" : "dynamodb";
  return `${service}:${command}`;
}

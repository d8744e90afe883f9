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

describe("the rights of the functions", () => {
  let synthesis: Synthesis;
  beforeAll(async () => {
    synthesis = await synthesize();
  }, 60_000);

  /** What may be done, and with what. */
  const rightsOf = (
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
  const grouped = (prefix: string) =>
    rightsOf(prefix).map(({ actions }) => actions.toSorted());

  const TABLE = [
    "dynamodb:DeleteItem",
    "dynamodb:GetItem",
    "dynamodb:PutItem",
    "dynamodb:Query",
    "dynamodb:UpdateItem",
  ];
  const LOGS = ["logs:CreateLogStream", "logs:PutLogEvents"];

  it("are exactly these for http: its logs, the table, the settings, sending to the queue and waking what waits there, and sending to the queue of callbacks", () => {
    expect(grouped("Http")).toEqual([
      LOGS,
      TABLE,
      ["ssm:GetParameter"],
      ["sqs:ChangeMessageVisibility", "sqs:SendMessage"],
      ["sqs:SendMessage"],
    ]);
  });

  it("are for Telegram's function the same, but for callbacks", () => {
    expect(grouped("Telegram")).toEqual([
      LOGS,
      TABLE,
      ["ssm:GetParameter"],
      ["sqs:ChangeMessageVisibility", "sqs:SendMessage"],
    ]);
  });

  it("are for the worker the same, and taking from both queues", () => {
    expect(grouped("Worker")).toEqual([
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

  it("are about one thing each: no wildcard covers resources or actions, and no managed policy is attached", () => {
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

  it("name the parameter of the settings, whatever its version", () => {
    const parameter = rightsOf("Http").find(({ actions }) =>
      actions.includes("ssm:GetParameter"),
    );
    expect(parameter?.resource).toContain(":parameter/shop/settings");
    expect(parameter?.resource).not.toContain(":7");
  });

  it("are enough for every command that the sources send, and for no other one", () => {
    const sent = new Set(
      ["stores/dynamodb", "platforms/aws"].flatMap((folder) =>
        commandsIn(join("src", folder)).map(toAction),
      ),
    );
    const granted = grouped("Http")
      .flat()
      .filter((action) => /^(?:dynamodb|sqs):/.test(action));
    expect([...new Set(granted)].toSorted()).toEqual([...sent].toSorted());
  });
});

/** e.g. `PutItemCommand`, in any file that imports the SDK's commands. */
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

import { Duration, RemovalPolicy } from "aws-cdk-lib";
import {
  PolicyDocument,
  PolicyStatement,
  Role,
  ServicePrincipal,
} from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";

/** A function of Lambda with a log group and a role of its own, which may do what is named, and nothing else. */
export class BotFunction extends Construct {
  readonly function: LambdaFunction;
  readonly logGroup: LogGroup;

  constructor(
    scope: Construct,
    id: string,
    {
      description,
      codeFolder,
      handler = "handler",
      memoryMb,
      timeout,
      reservedConcurrency,
      environment,
      logRetentionDays,
      permissions,
    }: {
      description: string;
      /** Holds `index.mjs`. */
      codeFolder: string;
      /** What of it is called. */
      handler?: string;
      memoryMb: number;
      timeout: Duration;
      /** Executions at the same time, at most and in any case. */
      reservedConcurrency?: number | undefined;
      /** No secrets: anyone who may view the function sees it. */
      environment: Record<string, string>;
      logRetentionDays: number;
      /** Exact actions on exact resources. */
      permissions: readonly {
        readonly actions: readonly string[];
        readonly resource: string;
      }[];
    },
  ) {
    super(scope, id);
    this.logGroup = new LogGroup(this, "Logs", {
      retention: logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      inlinePolicies: {
        Bot: new PolicyDocument({
          statements: [
            {
              // The group is there already: no right to create one, which would keep its logs for ever.
              actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
              resource: this.logGroup.logGroupArn,
            },
            ...permissions,
          ].map(
            ({ actions, resource }) =>
              new PolicyStatement({
                actions: [...actions],
                resources: [resource],
              }),
          ),
        }),
      },
    });
    this.function = new LambdaFunction(this, "Function", {
      description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: `index.${handler}`,
      code: Code.fromAsset(codeFolder),
      memorySize: memoryMb,
      timeout,
      ...(reservedConcurrency !== undefined && {
        reservedConcurrentExecutions: reservedConcurrency,
      }),
      environment,
      role,
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
    });
  }
}

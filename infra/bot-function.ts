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

/**
 * A Lambda function with its own log group and a role that has only the given
 * permissions.
 */
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
      /** Contains `index.mjs`. */
      codeFolder: string;
      /** Name of the exported handler. */
      handler?: string;
      memoryMb: number;
      timeout: Duration;
      /**
       * Reserves this many concurrent executions, which is also their limit.
       */
      reservedConcurrency?: number | undefined;
      /**
       * Must contain no secrets: visible to everyone who may view the function.
       */
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
              // The log group exists. Without the permission to create one, no
              // group that never expires can appear.
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

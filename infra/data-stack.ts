import { CfnOutput, RemovalPolicy, Stack } from "aws-cdk-lib";
import { AttributeType, Billing, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import type { StackOptions } from "./stack-options.ts";

/**
 * The table, which must not be lost. A separate stack, so that everything else
 * can be destroyed and recreated.
 */
export class DataStack extends Stack {
  readonly table: TableV2;

  constructor(scope: Construct, { name, isDisposable = false }: StackOptions) {
    super(scope, `${name}-data`, {
      description: "Parley: conversations, budgets and failed turns",
      terminationProtection: !isDisposable,
    });
    this.table = new TableV2(this, "Table", {
      partitionKey: { name: "pk", type: AttributeType.STRING },
      sortKey: { name: "sk", type: AttributeType.STRING },
      billing: Billing.onDemand(),
      timeToLiveAttribute: "expires",
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: !isDisposable,
      removalPolicy: isDisposable
        ? RemovalPolicy.DESTROY
        : RemovalPolicy.RETAIN,
    });
    new CfnOutput(this, "TableName", { value: this.table.tableName });
  }
}

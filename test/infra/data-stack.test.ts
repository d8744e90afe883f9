import { beforeAll, describe, expect, it } from "vitest";
import { resourcesOf, synthesize, type Synthesis } from "./synthesize.ts";

describe("the stack of the data", () => {
  let synthesis: Synthesis;
  beforeAll(async () => {
    synthesis = await synthesize();
  }, 60_000);
  const findTable = ({ data }: Synthesis) => {
    const [entry] = resourcesOf(data, "AWS::DynamoDB::GlobalTable");
    if (entry === undefined) throw new Error("There is no table.");
    return entry[1];
  };

  it("has one table, keyed by pk and sk, that is paid by the request", () => {
    synthesis.data.resourceCountIs("AWS::DynamoDB::GlobalTable", 1);
    expect(findTable(synthesis).Properties).toMatchObject({
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
      AttributeDefinitions: [
        { AttributeName: "pk", AttributeType: "S" },
        { AttributeName: "sk", AttributeType: "S" },
      ],
    });
  });

  it("lets items expire by themselves", () => {
    expect(findTable(synthesis).Properties).toMatchObject({
      TimeToLiveSpecification: { AttributeName: "expires", Enabled: true },
    });
  });

  it("can be brought back to any second of the last weeks", () => {
    expect(findTable(synthesis).Properties).toMatchObject({
      Replicas: [
        {
          PointInTimeRecoverySpecification: {
            PointInTimeRecoveryEnabled: true,
          },
        },
      ],
    });
  });

  it("cannot be deleted by accident, neither the table nor the stack", () => {
    const { DeletionPolicy, Properties } = findTable(synthesis);
    expect(DeletionPolicy).toBe("Retain");
    expect(Properties).toMatchObject({
      Replicas: [{ DeletionProtectionEnabled: true }],
    });
    expect(synthesis.isDataProtected).toBe(true);
  });

  it(
    "loses all three protections where somebody destroys the data",
    { timeout: 60_000 },
    async () => {
      const disposable = await synthesize({ isDisposable: true });
      const { DeletionPolicy, Properties } = findTable(disposable);
      expect(DeletionPolicy).toBe("Delete");
      expect(Properties).toMatchObject({
        Replicas: [{ DeletionProtectionEnabled: false }],
      });
      expect(disposable.isDataProtected).toBe(false);
    },
  );

  it("says whose the table is", () => {
    expect(findTable(synthesis).Properties).toMatchObject({
      Replicas: [
        {
          Tags: [
            { Key: "application", Value: "parley" },
            { Key: "deployment", Value: "shop" },
          ],
        },
      ],
    });
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { resourcesOf, synthesize, type Synthesis } from "./synthesize.ts";

describe("the data stack", () => {
  let synthesis: Synthesis;
  beforeAll(async () => {
    synthesis = await synthesize();
  }, 60_000);
  const findTable = ({ data }: Synthesis) => {
    const [entry] = resourcesOf(data, "AWS::DynamoDB::GlobalTable");
    if (entry === undefined) throw new Error("There is no table.");
    return entry[1];
  };

  it("has one table, keyed by pk and sk, with on-demand billing", () => {
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

  it("expires items by their time to live", () => {
    expect(findTable(synthesis).Properties).toMatchObject({
      TimeToLiveSpecification: { AttributeName: "expires", Enabled: true },
    });
  });

  it("supports point-in-time recovery", () => {
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

  it("protects the table and itself from deletion", () => {
    const { DeletionPolicy, Properties } = findTable(synthesis);
    expect(DeletionPolicy).toBe("Retain");
    expect(Properties).toMatchObject({
      Replicas: [{ DeletionProtectionEnabled: true }],
    });
    expect(synthesis.isDataProtected).toBe(true);
  });

  it(
    "drops all three protections if it is disposable",
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

  it("tags the table with application and deployment", () => {
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

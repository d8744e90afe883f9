import {
  createParameterStore,
  type ParameterStore,
  readSettings,
} from "../../src/platforms/aws/settings.ts";
import {
  ACCESS_KEY,
  type ParameterServer,
  startParameterServer,
} from "../stubs/parameter-server.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let server: ParameterServer;
let store: ParameterStore;
beforeEach(async () => {
  server = await startParameterServer();
  store = open();
});
afterEach(() => server.close());

function open(secretAccessKey = ACCESS_KEY.secret): ParameterStore {
  return createParameterStore({
    region: "eu-central-1",
    endpoint: server.url,
    credentials: async () => ({
      accessKeyId: ACCESS_KEY.id,
      secretAccessKey,
      sessionToken: "session",
    }),
  });
}

describe("the Parameter Store", () => {
  it("gives back what was written, of the newest version or the one that is named", async () => {
    expect(await store.write("/parley/settings", "订单 é\n")).toEqual({
      version: 1,
    });
    await store.write("/parley/settings", "second");
    expect(await store.read("/parley/settings")).toEqual({
      value: "second",
      version: 2,
    });
    expect(await store.read("/parley/settings:1")).toEqual({
      value: "订单 é\n",
      version: 1,
    });
  });

  it("knows nothing of a parameter or a version that is not there", async () => {
    expect(await store.read("/parley/settings")).toBeUndefined();
    await store.write("/parley/settings", "first");
    expect(await store.read("/parley/settings:2")).toBeUndefined();
    await store.remove("/parley/settings");
    expect(await store.read("/parley/settings")).toBeUndefined();
    await store.remove("/parley/settings");
  });

  it("asks again while the service holds requests back, and not for ever", async () => {
    await store.write("/parley/settings", "first");
    for (let times = 0; times < 3; times++)
      server.failNext("ThrottlingException");
    expect(await store.read("/parley/settings")).toMatchObject({ version: 1 });
    for (let times = 0; times < 4; times++)
      server.failNext("ThrottlingException");
    await expect(store.read("/parley/settings")).rejects.toMatchObject({
      name: "ParameterStoreError",
      reason: "ThrottlingException",
    });
  });

  it("asks once where the answer would be the same", async () => {
    server.failNext("AccessDeniedException");
    await expect(store.read("/parley/settings")).rejects.toMatchObject({
      reason: "AccessDeniedException",
    });
    expect(server.asked).toEqual(["GetParameter"]);
  });

  it("refuses a wrong key, and shows neither key nor value in the error", async () => {
    const error: unknown = await open("another-key")
      .write("/parley/settings", "sk-secret")
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason: "InvalidSignatureException" });
    expect(String(error)).not.toMatch(/sk-secret|another-key/);
  });

  it("says so where nobody answers", async () => {
    await server.close();
    await expect(store.read("/parley/settings")).rejects.toMatchObject({
      reason: "unreachable",
    });
    server = await startParameterServer();
  });
});

describe("the settings of a deployment", () => {
  const read = () => readSettings({ store, parameter: "/parley/settings:1" });

  it("are read from the parameter's version", async () => {
    await store.write("/parley/settings", '{"OPENAI_MODEL":"gpt-5.5"}');
    await store.write("/parley/settings", '{"OPENAI_MODEL":"newer"}');
    expect(await read()).toEqual({ OPENAI_MODEL: "gpt-5.5" });
  });

  it.each([
    [undefined, "does not exist"],
    ["OPENAI_API_KEY=sk-secret", "is not a JSON object"],
    ['{"OPENAI_API_KEY":["sk-secret"]}', "is not a JSON object"],
  ])(
    "are refused as %j, by name and without their values",
    async (value, problem) => {
      if (value !== undefined) await store.write("/parley/settings", value);
      const error: unknown = await read().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        name: "ConfigurationError",
        problems: [
          {
            variable: "SETTINGS_PARAMETER",
            problem: expect.stringContaining(problem) as string,
          },
        ],
      });
      expect(String(error)).not.toContain("sk-secret");
    },
  );
});

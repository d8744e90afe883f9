import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createParameterStore,
  readSettings,
  type ParameterStore,
} from "../../src/platforms/aws/settings.ts";
import {
  ACCESS_KEY,
  startParameterServer,
  type ParameterServer,
} from "../stubs/parameter-server.ts";

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
  it("reads the newest version, or the one named", async () => {
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

  it("reads undefined for an unknown parameter or version", async () => {
    expect(await store.read("/parley/settings")).toBeUndefined();
    await store.write("/parley/settings", "first");
    expect(await store.read("/parley/settings:2")).toBeUndefined();
    await store.remove("/parley/settings");
    expect(await store.read("/parley/settings")).toBeUndefined();
    await store.remove("/parley/settings");
  });

  it("retries when throttled, up to a limit", async () => {
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

  it("does not retry permanent errors", async () => {
    server.failNext("AccessDeniedException");
    await expect(store.read("/parley/settings")).rejects.toMatchObject({
      reason: "AccessDeniedException",
    });
    expect(server.asked).toEqual(["GetParameter"]);
  });

  it("keeps key and value out of the error for a wrong key", async () => {
    const error: unknown = await open("another-key")
      .write("/parley/settings", "sk-secret")
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason: "InvalidSignatureException" });
    expect(String(error)).not.toMatch(/sk-secret|another-key/);
  });

  it("reports an unreachable service", async () => {
    await server.close();
    await expect(store.read("/parley/settings")).rejects.toMatchObject({
      reason: "unreachable",
    });
    server = await startParameterServer();
  });
});

describe("the settings of a deployment", () => {
  const read = () => readSettings({ store, parameter: "/parley/settings:1" });

  it("come from the named version of the parameter", async () => {
    await store.write("/parley/settings", '{"OPENAI_MODEL":"gpt-5.5"}');
    await store.write("/parley/settings", '{"OPENAI_MODEL":"newer"}');
    expect(await read()).toEqual({ OPENAI_MODEL: "gpt-5.5" });
  });

  it.each([
    [undefined, "does not exist"],
    ["OPENAI_API_KEY=sk-secret", "is not a JSON object"],
    ['{"OPENAI_API_KEY":["sk-secret"]}', "is not a JSON object"],
  ])(
    "are rejected if the parameter holds %j, without showing its value",
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

import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { ConversationBusyError } from "../../../src/conversation/state/document.ts";
import { createAwsApp } from "../../../src/platforms/aws/create-aws-app.ts";
import {
  createPlatformApp,
  type PlatformApp,
} from "../../../src/platforms/create-platform-app.ts";
import { readBuiltAsset } from "../../fakes/read-built-asset.ts";
import { describeWithDynamoDb } from "../../stores/dynamodb/local-table.ts";
import {
  createLocalFunctions,
  type LocalFunctions,
} from "./local-functions.ts";

const KEY = "key-of-the-shop-window-in-these-tests";

describeWithDynamoDb("Concurrent messages of one conversation", () => {
  let functions: LocalFunctions;
  beforeAll(async () => {
    functions = await createLocalFunctions({
      variables: { WEBHOOK_API_KEYS: `shop:${KEY}`, MODEL_PROVIDER: "demo" },
    });
  });

  afterEach(() => vi.restoreAllMocks());

  const send = async (
    app: PlatformApp,
    { path, body }: { path: string; body: object },
  ): Promise<Response> =>
    app.request(path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${KEY}`,
        "content-type": "application/json",
        prefer: "respond-async",
      },
      body: JSON.stringify(body),
    });

  /** Each through its own instance of the function. */
  const sendAtOnce = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const { status } = await send(createAwsApp(functions.parts), {
          path: "/v1/messages",
          body: { conversation: "many", text: `Message ${index}` },
        });
        return status;
      }),
    );

  it("are all accepted within the limit of open turns, and rejected with 429 beyond it", async () => {
    for (let open = 0; open < 35; open++)
      expect(await sendAtOnce(1)).toEqual([202]);
    const statuses = await sendAtOnce(20);
    const count = (status: number): number =>
      statuses.filter((given) => given === status).length;
    expect([count(202), count(429)]).toEqual([15, 5]);
  });

  it.each([
    ["/v1/messages", { conversation: "one", text: "Hello" }],
    [
      "/openai/v1/chat/completions",
      { model: "parley", messages: [{ role: "user", content: "Hello" }] },
    ],
  ])(
    "answer 503 with Retry-After if the writes keep conflicting: %s",
    async (path, body) => {
      vi.spyOn(console, "error").mockImplementation(() => {});
      const { parts, mailbox } = functions;
      const app = createPlatformApp(parts, {
        ...parts,
        readAsset: readBuiltAsset,
        platform: "aws",
        mailbox: {
          ...mailbox,
          deliver: () =>
            Promise.reject(new ConversationBusyError({ retryAfterMs: 1_500 })),
        },
      });
      const response = await send(app, { path, body });
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("2");
      expect(await response.json()).toMatchObject({
        type: "https://parley.chat/problems/busy",
        detail: expect.stringContaining("with the same id") as string,
      });
    },
  );
});

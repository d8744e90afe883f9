import { afterEach, expect, it } from "vitest";
import { STYLE_SCRIPTS } from "../fakes/style-scripts.ts";
import { startMcpServer } from "../stubs/mcp-server.ts";
import { registerShop } from "../stubs/mcp-shop.ts";
import { startOpenAIServer, type StubReply } from "../stubs/openai-server.ts";
import { createApiClient } from "./api-client.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { modelVariables } from "./stub-variables.ts";
import { eventually, startParley } from "./wrangler-dev.ts";

const { act, answer } = STYLE_SCRIPTS["tool-calling"];
const CANCEL = act("shop__cancel_order", { number: "A-17" });

let script: StubReply[] = [];

const model = await startOpenAIServer({
  respond: () => script.shift() ?? { status: 400, body: "Not scripted." },
});
const shop = await startMcpServer({ register: registerShop });
const dev = await startParley({
  variables: {
    ...modelVariables(model),
    AGENT_STYLE: "tool-calling",
    MCP_SERVERS: JSON.stringify({ shop: { url: shop.url } }),
    TOOLS_ALLOW_DANGEROUS: "shop__cancel_order",
  },
});
afterEach(() => expect(script).toEqual([]));
closeAfterAll(dev, model, shop);

const cancelled = () =>
  shop.requests.filter(({ call }) => call === "tools/call").length;

it("a tool waits for its approval through a crash, and runs once", async () => {
  const api = createApiClient(dev.url);
  const ask = (text: string) => api.ask({ conversation: "shop", text });
  script = [CANCEL];
  const asked = await ask("Cancel my order.");
  expect(asked.reply?.text).toContain("- `number`: `A-17`");
  expect(asked.question).toMatchObject({ kind: "approval" });
  const [run] = asked.question?.buttons ?? [];
  expect(cancelled()).toBe(0);
  await dev.kill();
  await dev.restart();
  script = [answer("Hello.")];
  expect((await ask("Good morning!")).reply?.text).toBe("Hello.");
  script = [answer("It is cancelled.")];
  const done = await ask(run?.text ?? "");
  expect(done.reply?.text).toBe("It is cancelled.");
  expect(done.steps.map(({ observation }) => observation)).toEqual([
    "Order A-17 is cancelled.",
  ]);
  expect(await api.find(asked.id)).not.toHaveProperty("question");
  expect((await ask(run?.text ?? "")).reply?.text).toMatch(/approved before/);
  expect(cancelled()).toBe(1);
});

it("a tool that was approved does not run again after a crash", async () => {
  const api = createApiClient(dev.url);
  const before = cancelled();
  script = [CANCEL];
  const asked = await api.ask({ conversation: "crash", text: "Cancel it." });
  const [run] = asked.question?.buttons ?? [];
  const calls = model.requests.length;
  script = [() => new Promise(() => {}), answer("It is cancelled.")];
  await api.post(
    { conversation: "crash", text: run?.text ?? "", id: "approved" },
    { prefer: "respond-async" },
  );
  await eventually("the next model call", () => model.requests[calls]);
  await dev.kill();
  await dev.restart();
  const turn = await eventually("the answer", async () => {
    const found = await api.find("approved");
    return found.status === "delivered" ? found : undefined;
  });
  expect(turn.reply?.text).toBe("It is cancelled.");
  expect(cancelled() - before).toBe(1);
});

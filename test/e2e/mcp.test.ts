import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
} from "vitest";
import { STYLE_SCRIPTS } from "../fakes/style-scripts.ts";
import { startMcpServer } from "../stubs/mcp-server.ts";
import { registerShop } from "../stubs/mcp-shop.ts";
import { startOpenAIServer, type StubReply } from "../stubs/openai-server.ts";
import { createApiClient } from "./api-client.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { modelVariables } from "./stub-variables.ts";
import { eventually, startParley, type WranglerDev } from "./wrangler-dev.ts";

const TOKEN = "token-of-the-shop";
const STYLES = ["conversational-react", "tool-calling"] as const;

/** The model's next replies. */
let script: StubReply[] = [];

const model = await startOpenAIServer({
  respond: () => script.shift() ?? { status: 400, body: "Not scripted." },
});
const shop = await startMcpServer({ token: TOKEN, register: registerShop });
/** A server with the previous protocol version and sessions. */
const depot = await startMcpServer({ era: "sessions", register: registerShop });
/** A server that does not respond. */
const down = await startMcpServer({ register: registerShop });
await down.close();
closeAfterAll(model, shop, depot);

describe.each(STYLES)("tools of MCP servers with %s", (style) => {
  const { act, answer } = STYLE_SCRIPTS[style];
  let dev: WranglerDev;
  let number = 0;

  beforeAll(async () => {
    dev = await startParley({
      variables: {
        ...modelVariables(model),
        AGENT_STYLE: style,
        TOOL_TIMEOUT_SECONDS: "2",
        MCP_SERVERS: JSON.stringify({
          shop: { url: shop.url, token: TOKEN },
          down: { url: down.url },
          depot: { url: depot.url, tools: ["find_order", "lost"] },
        }),
      },
    });
  });
  afterAll(() => dev?.close());
  beforeEach(() => void number++);
  afterEach(() => shop.unscript());

  /** Asks once, in the test's own conversation, with these replies. */
  async function ask(...replies: StubReply[]) {
    script = replies;
    const before = model.requests.length;
    const turn = await createApiClient(dev.url).ask({
      conversation: `${style} ${number}`,
      text: "Where is my order?",
    });
    expect(script).toEqual([]);
    return {
      text: turn.reply?.text,
      observations: turn.steps.map(({ observation }) => observation),
      prompts: model.requests.slice(before).map(({ body }) => body),
    };
  }

  it("return their results to the model", async () => {
    const { text, observations, prompts } = await ask(
      act("shop__find_order", { number: "A-17", parts: true }),
      answer("On its way."),
    );
    const found = "Order A-17: a red kite (frame, cloth), sent on Monday.";
    expect(observations).toEqual([found]);
    expect(JSON.stringify(prompts[1]?.messages.at(-1))).toContain(found);
    expect(text).toBe("On its way.");
  });

  it("are called on a server with sessions, which are closed", async () => {
    const { observations } = await ask(
      act("depot__find_order", { number: "A-17" }),
      answer("On its way."),
    );
    expect(observations).toEqual(["Order A-17: a red kite, sent on Monday."]);
    await eventually("the session's end", () =>
      depot.requests.find(({ method }) => method === "DELETE"),
    );
  });

  it("are in the prompt in the order of their servers in every turn", async () => {
    const one = await ask(answer("Hello."));
    const other = await ask(answer("Hello."));
    const tools = JSON.stringify(
      style === "tool-calling"
        ? one.prompts[0]?.["tools"]
        : one.prompts[0]?.messages[0],
    );
    expect(
      tools
        .match(/(?:search|calculator|shop__\w+|depot__\w+|down__\w+)(?=:|")/g)
        ?.join(),
    ).toBe(
      "search,calculator,shop__find_order,shop__list_colours,depot__find_order",
    );
    expect(other.prompts[0]?.messages[0]).toEqual(one.prompts[0]?.messages[0]);
    expect(other.prompts[0]?.["tools"]).toEqual(one.prompts[0]?.["tools"]);
  });

  it("report invalid input and their own errors to the model", async () => {
    const { observations } = await ask(
      act("shop__find_order", { order: "A-17" }),
      act("shop__find_order", { number: "B-1" }),
      answer("There is none."),
    );
    expect(observations[0]).toContain("number");
    expect(observations[0]).toContain("The input of shop__find_order is wrong");
    expect(observations[1]).toBe("There is no order B-1.");
  });

  it("may fail or time out without failing the turn", async () => {
    shop.script({ status: 500, body: "stack at x:1" }, "tools/call");
    const failed = await ask(
      act("shop__find_order", { number: "A-17" }),
      answer("I could not look."),
    );
    expect(failed.observations[0]).toContain("shop failed (HTTP 500)");
    expect(failed.observations[0]).not.toContain("stack");
    shop.script("hang", "tools/call");
    number++;
    const late = await ask(
      act("shop__find_order", { number: "A-17" }),
      answer("I could not look."),
    );
    expect(late.observations[0]).toContain("gave no result within 2 seconds");
  });

  it("are not called again for finished steps after a crash", async () => {
    const conversation = `${style} crash`;
    const api = createApiClient(dev.url);
    const before = model.requests.length;
    const calls = () =>
      shop.requests.filter(({ call }) => call === "tools/call").length;
    const callsBefore = calls();
    script = [
      act("shop__find_order", { number: "A-17" }),
      () => new Promise(() => {}),
      answer("On its way."),
    ];
    const id = `${style} m1`;
    await api.post(
      { conversation, text: "Where is my order?", id },
      { prefer: "respond-async" },
    );
    await eventually("the second model call", () => model.requests[before + 1]);
    await dev.kill();
    await dev.restart();
    const turn = await eventually("the answer", async () => {
      const found = await api.find(id);
      return found.status === "delivered" ? found : undefined;
    });
    expect(turn.reply?.text).toBe("On its way.");
    expect(calls() - callsBefore).toBe(1);
    const [interrupted, resumed] = model.requests.slice(before + 1);
    expect(resumed?.body).toEqual(interrupted?.body);
  });

  it("are not called again after a crash during a call", async () => {
    const conversation = `${style} crash in a call`;
    const api = createApiClient(dev.url);
    const calls = () =>
      shop.requests.filter(({ call }) => call === "tools/call");
    const before = calls().length;
    script = [
      act("shop__find_order", { number: "A-17" }),
      answer("I do not know."),
    ];
    shop.script("hang", "tools/call");
    const id = `${style} m2`;
    await api.post(
      { conversation, text: "Where is my order?", id },
      { prefer: "respond-async" },
    );
    await eventually("the call", () => calls()[before]);
    await dev.kill();
    shop.unscript();
    await dev.restart();
    const turn = await eventually("the answer", async () => {
      const found = await api.find(id);
      return found.status === "delivered" ? found : undefined;
    });
    expect(turn.steps.map(({ observation }) => observation)).toEqual([
      expect.stringContaining("It is unknown whether shop__find_order"),
    ]);
    expect(calls()).toHaveLength(before + 1);
  });

  it("are left out and logged if destructive, missing or unreachable", async () => {
    const { observations } = await ask(
      act("shop__cancel_order", { number: "A-17" }),
      answer("I cannot."),
    );
    expect(observations[0]).toContain("There is no tool called");
    expect(dev.log()).toContain("add shop__cancel_order to TOOLS_ALLOW");
    expect(dev.log()).toContain('"reason":"down cannot be reached."');
    expect(dev.log()).toContain('"tool":"lost"');
    expect(dev.log()).not.toContain(TOKEN);
    expect(dev.log()).not.toContain(down.url);
  });
});

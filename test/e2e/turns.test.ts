import { describe, expect, it } from "vitest";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { startOpenAIServer } from "../stubs/openai-server.ts";
import { createApiClient } from "./api-client.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { modelVariables } from "./stub-variables.ts";
import { eventually, startParley } from "./wrangler-dev.ts";

const model = await startOpenAIServer();
const dev = await startParley({
  variables: {
    ...modelVariables(model),
  },
});
const api = createApiClient(dev.url);
closeAfterAll(dev, model);

describe("a turn whose process is killed", () => {
  it("resumes after its last finished step and is answered once", async () => {
    model.reply(action("calculator", "6*7"));
    model.reply(() => new Promise(() => {}));
    model.reply(finalAnswer("It is 42."));

    await api.post(
      { conversation: "crash", text: "What is 6*7?", id: "m1" },
      { prefer: "respond-async" },
    );
    await eventually("the second model call", () =>
      model.requests.length === 2 ? true : undefined,
    );
    await dev.kill();
    await dev.restart();

    const turn = await eventually("the answer", async () => {
      const found = await api.find("m1");
      return found.status === "delivered" ? found : undefined;
    });
    expect(turn).toMatchObject({
      reply: { text: "It is 42." },
      steps: [{ tool: "calculator", observation: "42" }],
    });
    model.assertUsedUp();
    expect(model.requests).toHaveLength(3);
    expect(model.requests[2]?.body.messages).toEqual(
      model.requests[1]?.body.messages,
    );
    expect(
      (await api.conversation("crash")).messages.map(({ text }) => text),
    ).toEqual(["What is 6*7?", "It is 42."]);
  });
});

describe("deleting a conversation", () => {
  const remove = async (conversation: string) => {
    const path = `/v1/conversations/${conversation}`;
    return (await api.call(path, { method: "DELETE" })).status;
  };

  it("during a model call aborts it, answers 410 to the waiting request, and starts over", async () => {
    const before = model.requests.length;
    model.reply(() => new Promise(() => {}));
    const waiting = api.post({ conversation: "cut", text: "A secret" });
    await eventually("the model call", () => model.requests[before]);
    expect(await remove("cut")).toBe(200);
    expect((await waiting).status).toBe(410);
    expect(await model.requests[before]?.ended).toBe("left");

    model.reply(finalAnswer("A new start."));
    const next = await api.ask({ conversation: "cut", text: "Hello" });
    expect(next.reply?.text).toBe("A new start.");
    expect(JSON.stringify(model.requests.at(-1)?.body)).not.toContain(
      "A secret",
    );
    expect((await api.conversation("cut")).messages).toHaveLength(2);
  });

  it("before a turn's retry does not delay the next message", async () => {
    const before = model.requests.length;
    const headers = { "retry-after": "3600" };
    model.reply({ status: 429, headers, body: { error: { message: "Slow" } } });
    const waiting = api.post(
      { conversation: "later", text: "Hello?" },
      { prefer: "respond-async" },
    );
    expect((await waiting).status).toBe(202);
    await eventually("the refusal", () => model.requests[before]);
    await eventually("the end of the attempt", () =>
      dev.log().includes("rate-limited") ? true : undefined,
    );
    expect(await remove("later")).toBe(200);

    model.reply(finalAnswer("At once."));
    const next = await api.ask({ conversation: "later", text: "Hello" });
    expect(next.reply?.text).toBe("At once.");
  });
});

import { describe, expect, it } from "vitest";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { startOpenAIServer } from "../stubs/openai-server.ts";
import { createTypedClient } from "../typed-client/create-typed-client.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { modelVariables } from "./stub-variables.ts";
import { startParley } from "./wrangler-dev.ts";

const model = await startOpenAIServer();
const dev = await startParley({ variables: modelVariables(model) });
const client = createTypedClient({ url: dev.url });
closeAfterAll(dev, model);

describe("a client generated from the API description", () => {
  it("sends a message and waits for the answer", async () => {
    model.reply(action("calculator", "6*7"));
    model.reply(finalAnswer("It is 42."));
    const { data, response } = await client.POST("/v1/messages", {
      params: { header: { Prefer: "wait=60" } },
      body: {
        conversation: "sums",
        text: "What is 6*7?",
        id: "wait",
        metadata: { ticket: "T-3" },
      },
    });
    expect(response.status).toBe(200);
    expect(data).toMatchObject({
      status: "delivered",
      reply: { text: "It is 42." },
      steps: [{ tool: "calculator", observation: "42" }],
      metadata: { ticket: "T-3" },
    });
  });

  it("streams a message's events, replays them, and gets 204 after the last", async () => {
    model.reply(action("calculator", "1+1"));
    model.reply(finalAnswer("It is 2."));
    const { data } = await client.POST("/v1/messages", {
      headers: { accept: "text/event-stream" },
      parseAs: "text",
      body: { conversation: "stream", text: "1+1?", id: "stream" },
    });
    for (const event of ["step", "delta", "reply"])
      expect(data).toContain(`event: ${event}\n`);

    const again = await client.GET("/v1/messages/{id}", {
      headers: { accept: "text/event-stream" },
      params: { path: { id: "stream" } },
      parseAs: "text",
    });
    expect(again.data).toContain("event: reply\n");
    const [last] = /^id: .*-end$/m.exec(again.data ?? "") ?? [];
    const nothing = await client.GET("/v1/messages/{id}", {
      headers: { accept: "text/event-stream" },
      params: {
        path: { id: "stream" },
        header: { "Last-Event-ID": last?.slice("id: ".length) ?? "" },
      },
      parseAs: "text",
    });
    expect(nothing.response.status).toBe(204);
  });

  it("resends a message, and cannot reuse its id", async () => {
    model.reply(finalAnswer("Once."));
    const header = { "Idempotency-Key": '"once"' };
    const body = { conversation: "once", text: "Hello" };
    const first = await client.POST("/v1/messages", {
      params: { header },
      body,
    });
    const again = await client.POST("/v1/messages", {
      params: { header },
      body,
    });
    expect(again.data).toEqual(first.data);
    const { error } = await client.POST("/v1/messages", {
      params: { header },
      body: { ...body, text: "Bye" },
    });
    expect(error).toMatchObject({
      type: "https://parley.chat/problems/idempotency-mismatch",
      errors: [{ pointer: "/text" }],
    });
  });

  it("exports a conversation and deletes it", async () => {
    model.reply(finalAnswer("Hello, Ada."));
    await client.POST("/v1/messages", {
      body: { conversation: "ada", text: "I am Ada", id: "ada" },
    });
    const path = { id: "ada" };
    const { data } = await client.GET("/v1/conversations/{id}", {
      params: { path },
    });
    expect(data?.messages.map(({ text }) => text)).toEqual([
      "I am Ada",
      "Hello, Ada.",
    ]);
    const deleted = await client.DELETE("/v1/conversations/{id}", {
      params: { path },
    });
    expect(deleted.data).toMatchObject({
      id: "ada",
      deleted: {
        messages: 2,
        turns: 1,
        open_turns: 0,
        failed_turns: 0,
        settings: false,
      },
    });
    const gone = await client.GET("/v1/conversations/{id}", {
      params: { path },
    });
    expect(gone.error).toMatchObject({ status: 404 });
  });

  it("gets pointers to the invalid fields", async () => {
    const { error, response } = await client.POST("/v1/messages", {
      // @ts-expect-error -- The types reject it, too.
      body: { conversation: "wrong", txt: "Hello" },
    });
    expect(response.status).toBe(422);
    expect(error).toMatchObject({
      type: "https://parley.chat/problems/invalid-fields",
      errors: [
        { pointer: "/text", detail: "is missing" },
        { pointer: "/txt", detail: "is not a known field" },
      ],
    });
  });

  it("calls public routes without a valid key", async () => {
    const open = createTypedClient({ url: dev.url, key: "none" });
    expect((await open.GET("/healthz")).data?.status).toBe("ok");
    const document = await open.GET("/openapi.json");
    expect(document.data).toMatchObject({ openapi: "3.1.1" });
  });
});

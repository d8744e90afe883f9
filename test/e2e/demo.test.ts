import { describe, expect, it } from "vitest";
import { runs } from "../property-runs.ts";
import { createApiClient } from "./api-client.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { startParley } from "./wrangler-dev.ts";

const dev = await startParley();
const api = createApiClient(dev.url);
closeAfterAll(dev);

describe("Parley without any key", () => {
  it("reports its setup", async () => {
    const health = await (await fetch(`${dev.url}/healthz`)).json();
    expect(health).toMatchObject({
      status: "ok",
      model: "demo",
      channels: { telegram: false, webhook: true, web: true },
    });
  });

  it("calculates with the calculator", async () => {
    const reply = await api.ask({
      conversation: "sums",
      text: "What is 12.5% of 80.16 * 3?",
    });
    expect(reply).toMatchObject({
      status: "delivered",
      steps: [{ tool: "calculator", observation: "30.06" }],
    });
    expect(reply.reply?.text).toContain("30.06");
    expect(reply.usage.model_calls).toBe(2);
  });

  it("accepts a message with 202 and answers it later", async () => {
    const accepted = await api.post(
      { conversation: "later", text: "2+2", id: "order 17" },
      { prefer: "respond-async" },
    );
    expect(accepted.status).toBe(202);
    const location = accepted.headers.get("location") ?? "";
    expect(location).toBe(`${dev.url}/v1/messages/order%2017`);
    await expect
      .poll(() => api.find("order 17"), { timeout: 10_000 })
      .toMatchObject({
        id: "order 17",
        conversation: "later",
        status: "delivered",
      });
    expect((await api.find("order 17")).reply?.text).toContain("4");
  });

  it("streams steps, text and reply", async () => {
    const events = await api.events({
      conversation: "stream",
      text: "计算 3*(4+5)",
    });
    expect(
      events
        .map(({ event }) => event)
        .filter((event, index, all) => event !== all[index - 1]),
    ).toEqual(["step", "delta", "reply"]);
    const text = events
      .flatMap(({ event, data }) =>
        event === "delta" ? [(data as { text: string }).text] : [],
      )
      .join("");
    expect(events.at(-1)?.data).toMatchObject({
      reply: { text },
      steps: [{ tool: "calculator", observation: "27" }],
    });
  });

  it("answers a message once if it is resent concurrently", async () => {
    const message = { conversation: "twice", text: "1+1", id: "same" };
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => api.ask(message)),
    );
    expect(new Set(replies.map(({ reply }) => reply?.text)).size).toBe(1);
    expect((await api.conversation("twice")).messages).toHaveLength(2);
  });

  it("keeps conversations separate", async () => {
    await api.ask({ conversation: "one", text: "My name is Ada" });
    const other = await api.ask({ conversation: "two", text: "Who am I?" });
    expect(other.reply?.text).not.toContain("Ada");
  });

  it("deletes a conversation and still rejects its message ids", async () => {
    await api.ask({
      conversation: "secret",
      text: "I am Lai Lai",
      id: "secret 1",
    });
    const response = await api.call("/v1/conversations/secret", {
      method: "DELETE",
    });
    expect(await response.json()).toEqual({
      id: "secret",
      deleted: {
        messages: 2,
        turns: 1,
        open_turns: 0,
        failed_turns: 0,
        settings: false,
      },
    });
    expect((await api.call("/v1/conversations/secret")).status).toBe(404);
    expect((await api.call("/v1/messages/secret%201")).status).toBe(404);
    expect(
      (
        await api.post({
          conversation: "secret",
          text: "I am Lai Lai",
          id: "secret 1",
        })
      ).status,
    ).toBe(410);
    expect(
      (await api.ask({ conversation: "secret", text: "Who am I?" })).reply
        ?.text,
    ).not.toContain("Lai Lai");
  });

  it("remembers conversations after a restart, in English and Chinese", async () => {
    await api.ask({ conversation: "memory", text: "I am Lai Lai" });
    await api.ask({ conversation: "记忆", text: "我叫来来" });
    await dev.kill();
    await dev.restart();
    expect(
      (await api.ask({ conversation: "memory", text: "who am I?" })).reply
        ?.text,
    ).toContain("Lai Lai");
    expect(
      (await api.ask({ conversation: "记忆", text: "我是谁？" })).reply?.text,
    ).toContain("来来");
  });

  it("answers two concurrent messages one after the other, many times", async () => {
    const rounds = runs(9);
    for (let round = 0; round < rounds; round++) {
      const texts = [`${round}+1`, `${round}+2`];
      const replies = await Promise.all(
        texts.map((text) => api.ask({ conversation: "pairs", text })),
      );
      for (const [index, reply] of replies.entries())
        expect(reply.reply?.text).toContain(String(round + index + 1));
    }
    const { messages } = await api.conversation("pairs");
    expect(messages.map(({ role }) => role)).toEqual(
      Array.from({ length: 2 * rounds }, () => ["user", "assistant"]).flat(),
    );
    for (let turn = 0; turn < 2 * rounds; turn++) {
      expect(messages[2 * turn]?.message_id).toBe(
        messages[2 * turn + 1]?.message_id,
      );
    }
  });
});

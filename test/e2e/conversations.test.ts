import { describe, expect, it } from "vitest";
import * as z from "zod";
import { finalAnswer } from "../fakes/create-agent.ts";
import { startOpenAIServer } from "../stubs/openai-server.ts";
import { createApiClient } from "./api-client.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { modelVariables } from "./stub-variables.ts";
import { eventually, startParley } from "./wrangler-dev.ts";

const ConversationList = z.object({
  conversations: z.array(z.object({ id: z.string() })),
  next: z.string().nullable(),
});

const ConversationPage = z.object({
  messages: z.array(z.object({ sequence: z.int() }).loose()),
  previous: z.int().nullable(),
});

const model = await startOpenAIServer();
const dev = await startParley({
  variables: {
    ...modelVariables(model),
    MEMORY_STRATEGY: "window",
    USER_MESSAGES_PER_MINUTE: "0",
    USER_DAILY_TOKENS: "0",
    GLOBAL_DAILY_TOKENS: "0",
  },
});
const api = createApiClient(dev.url);
closeAfterAll(dev, model);

async function patch(conversation: string, body: unknown): Promise<unknown> {
  const response = await api.call(`/v1/conversations/${conversation}`, {
    method: "PATCH",
    body: JSON.stringify(body),
    headers: { "content-type": "application/merge-patch+json" },
  });
  expect(response.status).toBe(200);
  return response.json();
}

async function listAll(query: string): Promise<string[]> {
  const names: string[] = [];
  let after = "";
  for (;;) {
    const response = await api.call(`/v1/conversations?${query}${after}`);
    const page = ConversationList.parse(await response.json());
    names.push(...page.conversations.map(({ id }) => id));
    if (page.next === null) return names;
    after = `&after=${encodeURIComponent(page.next)}`;
  }
}

describe("a caller's conversations", () => {
  it("are listed in pages, each once, until they are deleted", async () => {
    const names = Array.from(
      { length: 250 },
      (_, number) => `列表 ${String(number).padStart(3, "0")}`,
    );
    const path = (name: string) => encodeURIComponent(name);
    for (const ten of chunk(names, 10))
      await Promise.all(
        ten.map((name) => patch(path(name), { metadata: { list: "是" } })),
      );
    const prefix = `prefix=${path("列表")}`;
    expect(await listAll(`${prefix}&limit=60`)).toEqual(names);
    for (const name of names.slice(0, 3)) {
      const url = `/v1/conversations/${path(name)}`;
      expect((await api.call(url, { method: "DELETE" })).status).toBe(200);
    }
    expect(await listAll(`${prefix}&limit=100`)).toEqual(names.slice(3));
  });
});

describe("the settings of a conversation", () => {
  it("reach the model from the next message on", async () => {
    await patch("told", { instructions: "像海盗一样说话。" });
    model.reply(finalAnswer("Arr!"));
    await api.ask({ conversation: "told", text: "Hello" });
    const system = () => {
      const [first] = model.requests.at(-1)?.body.messages ?? [];
      return JSON.stringify(first);
    };
    expect(system()).toContain("像海盗一样说话。");
    await patch("told", { instructions: null });
    model.reply(finalAnswer("Hello."));
    await api.ask({ conversation: "told", text: "Hello" });
    expect(system()).not.toContain("像海盗一样说话。");
  });

  it("keep all concurrent changes", async () => {
    const labels = Array.from({ length: 12 }, (_, number) => `n${number}`);
    await Promise.all(
      labels.map((label) => patch("at-once", { metadata: { [label]: "1" } })),
    );
    expect(await patch("at-once", {})).toEqual({
      id: "at-once",
      instructions: null,
      metadata: Object.fromEntries(labels.map((label) => [label, "1"])),
    });
  });
});

describe("the export of a long conversation", () => {
  it("is the same in pages and as JSONL", async () => {
    // Most of the time goes into the turns, which run in sequence; exporting
    // 5,000 messages takes a fraction of a second.
    const turns = Number(process.env["EXPORTED_MESSAGES"] ?? 120) / 2;
    const ids = Array.from({ length: turns }, (_, number) => `e${number}`);
    for (const some of chunk(ids, 5)) {
      for (const id of some) model.reply(finalAnswer(`第 ${id} 个回答。`));
      const answers = await Promise.all(
        some.map((id) =>
          api.post(
            { conversation: "long", text: `问题 ${id}：\n“你好”`, id },
            { prefer: "wait=120" },
          ),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(some.map(() => 200));
    }
    const pages: object[] = [];
    let before = "";
    for (;;) {
      const response = await api.call(
        `/v1/conversations/long?limit=40${before}`,
      );
      const page = ConversationPage.parse(await response.json());
      pages.unshift(...page.messages);
      if (page.previous === null) break;
      before = `&before=${page.previous}`;
    }
    const response = await api.call("/v1/conversations/long", {
      headers: { accept: "application/jsonl" },
    });
    const lines = (await response.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(pages).toHaveLength(2 * turns);
    expect(lines).toEqual([
      { type: "conversation", id: "long", instructions: null, metadata: {} },
      ...pages.map((message) => ({ type: "message", ...message })),
    ]);
  }, 600_000);
});

describe("deleting a conversation", () => {
  it("reports what it deleted during a turn, and still rejects its message ids", async () => {
    const path = "/v1/conversations/gone";
    await patch("gone", { instructions: "Be brief." });
    model.reply(finalAnswer("One."));
    await api.ask({ conversation: "gone", text: "First", id: "g1" });
    const before = model.requests.length;
    model.reply(() => new Promise(() => {}));
    const waiting = api.post({
      conversation: "gone",
      text: "Second",
      id: "g2",
    });
    await eventually("the model call", () => model.requests[before]);
    const response = await api.call(path, { method: "DELETE" });
    expect(await response.json()).toEqual({
      id: "gone",
      deleted: {
        messages: 2,
        turns: 2,
        open_turns: 1,
        failed_turns: 0,
        settings: true,
      },
    });
    expect((await waiting).status).toBe(410);
    expect((await api.call(path, { method: "DELETE" })).status).toBe(404);
    expect((await api.call(path)).status).toBe(404);
    expect((await api.call("/v1/messages/g1")).status).toBe(404);

    const again = await api.post({
      conversation: "gone",
      text: "First",
      id: "g1",
    });
    expect(again.status).toBe(410);
    expect(await listAll("prefix=gone")).toEqual([]);
  });
});

function chunk<Value>(values: readonly Value[], size: number): Value[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );
}

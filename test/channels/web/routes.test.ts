import { describe, expect, it } from "vitest";
import { createWebRoutes } from "../../../src/channels/web/routes.ts";
import { createWebAccess } from "../../../src/channels/web/web-access.ts";
import { createWebChannel } from "../../../src/channels/web/web-channel.ts";
import type { Archive } from "../../../src/archive.ts";
import type { Mailbox } from "../../../src/ports.ts";
import { createSqliteMemory } from "../../../src/platforms/cloudflare/sqlite-memory.ts";
import { createNodeSqliteDatabase } from "../../fakes/node-sqlite-database.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome, createStep } from "../../fixtures/turns.ts";

const ADA = { title: "Ada Lovelace", url: "https://example.org/ada" };

/** The routes over a conversation with one answer, which a search has led to. */
async function setUpRoutes() {
  const memory = createSqliteMemory({ database: createNodeSqliteDatabase() });
  await memory.openTurn(createMessage({ id: "t1" }), { limit: 1 });
  await memory.beginAttempt("t1");
  const step = createStep({ tool: "search", observation: "1. Ada" });
  await memory.saveSteps("t1", 0, [{ ...step, sources: [ADA] }]);
  await memory.commitTurn("t1", createOutcome({ parts: [] }));
  const archive: Archive = {
    findTurn: ({ id }) => memory.findTurn(id),
    read: (_, options) => memory.read(options),
    changeSettings: (_, patch) => memory.changeSettings(patch),
    forget: () => memory.forget(),
  };
  const mailbox: Mailbox = {
    deliver: () => Promise.reject(new Error("Nothing comes in this test.")),
    stop: () => Promise.reject(new Error("Nothing is stopped in this test.")),
    retry: () => Promise.reject(new Error("Nothing is retried in this test.")),
    watch: () => {
      throw new Error("Nobody watches in this test.");
    },
  };
  const access = createWebAccess({ mode: "public", password: undefined });
  return createWebRoutes({
    access,
    channel: createWebChannel({ access }),
    mailbox,
    archive,
    model: { name: "demo", isDemo: true },
  });
}

describe("the web routes", () => {
  it("tell of an older answer how many steps led to it, and if it has sources", async () => {
    const routes = await setUpRoutes();
    const response = await routes.request("/web/conversation");
    expect(await response.json()).toMatchObject({
      messages: [
        { turn: "t1", role: "user", steps: 0, has_sources: false },
        { turn: "t1", role: "assistant", steps: 1, has_sources: true },
      ],
    });
  });

  it("tell the sources of an older answer to whoever asks", async () => {
    const routes = await setUpRoutes();
    const response = await routes.request("/web/messages/t1");
    expect(await response.json()).toMatchObject({
      reply: { text: "Hi!" },
      sources: [ADA],
    });
  });
});

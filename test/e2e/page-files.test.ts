import { describe, expect, it } from "vitest";
import { finalAnswer } from "../fakes/create-agent.ts";
import { DEPLOYMENT_SECRET } from "../fixtures/secrets.ts";
import { startOpenAIServer } from "../stubs/openai-server.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { createVisitors } from "./page-visitor.ts";
import { modelVariables } from "./stub-variables.ts";
import { eventually, startParley } from "./wrangler-dev.ts";

const model = await startOpenAIServer();
const dev = await startParley({
  variables: {
    ...modelVariables(model),
    OPENAI_VISION: "on",
    WEB_CHAT: "public",
    PARLEY_SECRET: DEPLOYMENT_SECRET,
  },
});
closeAfterAll(dev, model);

const PICTURE = Buffer.alloc(900_000, 7)
  .fill("\x89PNG\r\n", 0, 6, "latin1")
  .toString("base64");
const files = [
  { name: "notes.txt", type: "text/plain", content: btoa("Buy tea.") },
  { name: "cat.png", type: "image/png", content: PICTURE },
];

describe("files of the page's visitors", () => {
  it("survive a crash before the model call, and are hidden from others", async () => {
    const visitors = createVisitors(dev.url);
    const { call } = visitors;
    const { cookie } = await visitors.arrive();
    const { cookie: stranger } = await visitors.arrive();
    const id = crypto.randomUUID();
    const before = model.requests.length;
    model.reply(() => new Promise(() => {}));
    const accepted = await call("/web/messages", {
      body: { id, text: "What is this?", files },
      cookie,
      accept: "text/event-stream",
    });
    expect(accepted.status).toBe(200);
    await eventually("the first question", () =>
      model.requests.length > before ? true : undefined,
    );
    await dev.kill();
    await accepted.body?.cancel().catch(() => {});
    model.reply(finalAnswer("Tea and a cat."));
    await dev.restart();
    const path = `/web/messages/${id}`;
    const reply = await eventually("the answer", async () => {
      const body: unknown = await (await call(path, { cookie })).json();
      return JSON.stringify(body).includes("Tea and a cat.") ? body : undefined;
    });
    expect(JSON.stringify(reply)).not.toContain(PICTURE.slice(0, 50));
    const asked = model.requests.at(-1)?.body.messages.at(-1);
    expect(asked?.content).toContain("> Buy tea.");
    expect(asked?.content).toMatch(/\[photo\] What is this\?$/);
    expect(asked).toMatchObject({
      images: [`data:image/png;base64,${PICTURE}`],
    });

    expect((await call(path, { cookie: stranger })).status).toBe(404);
    const shown = await (await call("/web/conversation", { cookie })).json();
    expect(shown).toMatchObject({
      messages: [
        { text: "What is this?", files: ["notes.txt", "cat.png"] },
        { text: "Tea and a cat." },
      ],
    });
  });
});

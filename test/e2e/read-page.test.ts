import { expect, it } from "vitest";
import { STYLE_SCRIPTS } from "../fakes/style-scripts.ts";
import { startOpenAIServer, type StubReply } from "../stubs/openai-server.ts";
import { startSearchServer } from "../stubs/search-server.ts";
import { SEARCH_SERVICES } from "../stubs/search-services.ts";
import { createApiClient } from "./api-client.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { startParley } from "./wrangler-dev.ts";

const { act, answer } = STYLE_SCRIPTS["zero-shot-react"];

/** The model's next replies. */
let script: StubReply[] = [];

const model = await startOpenAIServer({
  respond: () => script.shift() ?? { status: 400, body: "Not scripted." },
});
const wikipedia = await startSearchServer(SEARCH_SERVICES.wikipedia);
const dev = await startParley({
  variables: {
    OPENAI_API_KEY: "sk-test",
    OPENAI_BASE_URL: model.url,
    AGENT_STYLE: "zero-shot-react",
    TOOLS: "research",
    READ_PAGE_HOSTS: "docs.example.com",
    WIKIPEDIA_BASE_URL: wikipedia.url,
  },
});
closeAfterAll(dev, model, wikipedia);

it("reads neither unmentioned nor internal pages, and the turn continues", async () => {
  script = [
    act("search", { query: "Ada Lovelace" }),
    act("read_page", { url: `${model.url}/v1/models` }),
    act("read_page", { url: "https://169.254.169.254/latest/meta-data" }),
    act("read_page", { url: "https://example.org/never-shown", start: 0 }),
    answer("I could not read it."),
  ];
  const asked = wikipedia.requests.length;
  const { reply, steps, sources } = await createApiClient(dev.url).ask({
    conversation: "pages",
    text: "What do they say?",
  });
  expect(script).toEqual([]);
  expect(reply?.text).toBe("I could not read it.");
  expect(steps.slice(1).map(({ observation }) => observation)).toEqual([
    "This page cannot be read: its address does not begin with https://.",
    "This page cannot be read: its address names its host by a number.",
    "Only pages that a search result or the user named can be read, or one on docs.example.com. Give an address exactly as it is there, or search first.",
  ]);
  expect(sources.length).toBeGreaterThan(0);
  expect(wikipedia.requests).toHaveLength(asked + 1);
  expect(model.requests.map(({ path }) => path)).not.toContain("/v1/models");
  expect(JSON.stringify(model.requests[0]?.body)).toContain(
    "read_page: Reads a page that a result or the user named, or one on docs.example.com",
  );
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  PROVIDER_NAMES,
  type ProviderName,
} from "../../bench/search/fixture.ts";
import { startOpenAIServer } from "../stubs/openai-server.ts";
import { startSearchServer } from "../stubs/search-server.ts";
import { SEARCH_KEY } from "../stubs/search-services.ts";
import { toolCalls } from "../stubs/tool-calls.ts";
import { createApiClient } from "./api-client.ts";
import { closeAfterAll } from "./close-after-all.ts";
import {
  findFixture,
  serveSituation,
  SETTINGS,
  SITUATIONS,
  type Situation,
} from "./search-situations.ts";
import { startParley, type WranglerDev } from "./wrangler-dev.ts";

type Api = ReturnType<typeof createApiClient>;
type Reply = Awaited<ReturnType<Api["ask"]>>;

const server = await startSearchServer(serveSituation);
/** Searches for the user's text, then answers with what it got. */
const model = await startOpenAIServer({
  respond({ messages }) {
    const { role, content } = messages.at(-1) ?? {};
    if (role === "tool") return "That is what I have found.";
    return content === "Thanks."
      ? "You are welcome."
      : toolCalls([{ name: "search", arguments: { query: content } }]);
  },
});
closeAfterAll(model, server);

function start(variables: Readonly<Record<string, string>>) {
  return startParley({
    variables: {
      OPENAI_API_KEY: "sk-test",
      OPENAI_BASE_URL: model.url,
      AGENT_STYLE: "tool-calling",
      ...variables,
    },
  });
}

/**
 * Runs all situations in parallel, each in its own conversation, so that
 * timeouts overlap.
 */
async function askAll(dev: WranglerDev) {
  const api = createApiClient(dev.url);
  const asked = SITUATIONS.map(async (situation) => {
    const reply = await api.ask({ conversation: situation, text: situation });
    const next = await api.ask({ conversation: situation, text: "Thanks." });
    return [situation, { reply, next }] as const;
  });
  return new Map(await Promise.all(asked));
}

describe("a search, in workerd", () => {
  const devs: WranglerDev[] = [];
  let replies: ReadonlyMap<
    ProviderName,
    ReadonlyMap<Situation, { reply: Reply; next: Reply }>
  >;

  beforeAll(async () => {
    const asked = [];
    for (const name of PROVIDER_NAMES) {
      const dev = await start({
        SEARCH_PROVIDERS: name,
        ...SETTINGS[name].variables(`${server.url}/${name}`),
      });
      devs.push(dev);
      // The next starts while the others wait for timeouts.
      asked.push(askAll(dev).then((all) => [name, all] as const));
    }
    replies = new Map(await Promise.all(asked));
  });
  afterAll(() => Promise.all(devs.map((dev) => dev.close())));

  describe.each(PROVIDER_NAMES)("of %s", (name) => {
    const find = (situation: Situation) => {
      const found = replies.get(name)?.get(situation);
      if (found === undefined) throw new Error("It was not asked.");
      const { reply, next } = found;
      const [step] = reply.steps;
      return { reply, next, observation: step?.observation ?? "" };
    };

    it("shows results with their sources", () => {
      const { reply, observation } = find("found");
      expect(observation).toMatch(/^1\. /);
      for (const part of findFixture(name, "found")?.contains ?? [])
        expect(observation).toContain(part);
      expect(reply.sources).not.toEqual([]);
      for (const { title, url } of reply.sources) {
        expect(observation).toContain(title);
        expect(observation).toContain(url);
      }
    });

    it("reports that there are no results, and what to try", () => {
      const { observation } = find("nothing");
      expect(observation).toMatch(
        /^Nothing found for "nothing"\..* Try other words/,
      );
    });

    it.each(["refused", "limited"] as const)(
      "explains why it was %s",
      (situation) => {
        const { observation } = find(situation);
        expect(observation).toMatch(`The search failed (${name}: `);
        for (const part of findFixture(name, situation)?.contains ?? [])
          expect(observation).toContain(part);
      },
    );

    it.each([
      ["garbled", "an unreadable answer"],
      ["broken", "it could not be reached"],
      ["late", "no answer within 6 seconds"],
    ] as const)(
      "reports what is wrong with a response that is %s",
      (situation, reason) => {
        expect(find(situation).observation).toBe(
          `The search failed (${name}: ${reason}). Try again once, or answer without it and say so.`,
        );
      },
    );

    it.each(SITUATIONS)(
      "lets the turn and the next one be answered: %s",
      (situation) => {
        const { reply, next } = find(situation);
        expect(reply.status).toBe("delivered");
        expect(reply.reply?.text).toBe("That is what I have found.");
        expect(next.reply?.text).toBe("You are welcome.");
        if (situation !== "found") expect(reply.sources).toEqual([]);
      },
    );

    it("keeps the provider's key out of replies", () => {
      expect(
        JSON.stringify(Object.fromEntries(replies.get(name) ?? [])),
      ).not.toContain(SEARCH_KEY);
    });
  });

  it("keeps the providers' keys out of the log", () => {
    for (const dev of devs) expect(dev.log()).not.toContain(SEARCH_KEY);
  });
});

describe("a search with several providers, in workerd", () => {
  let dev: WranglerDev;
  let api: Api;

  beforeAll(async () => {
    dev = await start({
      SEARCH_PROVIDERS: "tavily,wikipedia",
      TAVILY_API_KEY: SEARCH_KEY,
      TAVILY_BASE_URL: `${server.url}/down`,
      WIKIPEDIA_BASE_URL: `${server.url}/wikipedia`,
    });
    api = createApiClient(dev.url);
  });
  afterAll(() => dev?.close());

  it("falls back to the next one if the first is down, and skips that for a while", async () => {
    const replies = [
      await api.ask({ conversation: "fallback", text: "found it" }),
      await api.ask({ conversation: "fallback", text: "found more" }),
    ];
    for (const { steps, sources } of replies) {
      expect(steps[0]?.observation).toMatch(/^1\. Lighthouse\n/);
      expect(sources[0]?.title).toBe("Lighthouse");
    }
    const paths = server.requests.map(({ path }) => path);
    expect(paths.filter((path) => path.startsWith("/down"))).toHaveLength(1);
  });
});

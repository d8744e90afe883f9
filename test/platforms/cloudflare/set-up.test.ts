import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { parseConfig } from "../../../src/config/parse-config.ts";
import { setUp } from "../../../src/platforms/cloudflare/set-up.ts";
import { DEVELOPMENT_TOKEN } from "../../fixtures/development-token.ts";

it("a Worker that was not built for development ignores a development token", () => {
  const given = (config: object) => JSON.stringify(config);
  const { config } = setUp({ ...env, DEVELOPMENT_TOKEN });
  expect(given(config)).toBe(given(setUp({ ...env }).config));
  const developed = parseConfig(
    { ...env },
    { developmentToken: DEVELOPMENT_TOKEN },
  );
  expect(given(developed)).not.toBe(given(config));
});

it("a Worker has a budget, links, and sign-ins where a server wants them", () => {
  const MCP_SERVERS =
    '{"shop": {"url": "https://shop.example/mcp", "auth": "deployment"}}';
  const variables = Object.assign({ ...env }, { MCP_SERVERS });
  const { bot, listing } = setUp(variables);
  expect(bot).toMatchObject({ budget: {}, links: {}, signIns: {} });
  expect(listing.turnIndex).toBeDefined();
  expect(setUp(env).bot).not.toHaveProperty("signIns");
});

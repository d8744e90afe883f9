import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runDiscordCommands } from "../../scripts/discord/run-discord-commands.ts";
import {
  startDiscordServer,
  type DiscordServer,
} from "../stubs/discord-server.ts";

let discord: DiscordServer;
beforeEach(async () => void (discord = await startDiscordServer()));
afterEach(() => discord.close());

async function register(given: readonly string[], token = discord.token) {
  const lines: string[] = [];
  const code = await runDiscordCommands({
    arguments: given,
    environment: {
      DISCORD_BOT_TOKEN: token,
      DISCORD_API_ROOT: discord.url,
    },
    directory: "/nonexistent",
    print: (line) => lines.push(line),
    signal: new AbortController().signal,
  });
  return { code, output: lines.join("\n") };
}

describe("npm run discord:commands", () => {
  it("registers valid commands, everywhere or in one server", async () => {
    const everywhere = await register([]);
    expect(everywhere.code).toBe(0);
    expect(everywhere.output).toContain("everywhere: /ask, “Ask”, /stop");
    expect(discord.commands.map(({ name }) => name)).toContain("memory");
    expect((await register(["--server", "42"])).code).toBe(0);
    expect(discord.calls.at(-1)?.path).toMatch(/\/guilds\/42\/commands$/);
  });

  it("explains what is wrong", async () => {
    expect((await register(["--guild", "1"])).output).toContain("Usage:");
    expect((await register([], "wrong")).output).toContain("HTTP 401");
    expect((await register([], "")).output).toContain("is not set");
    discord.failNext("/applications/8", { status: 403 });
    const refused = await register(["--server", "42"]);
    expect(refused).toEqual({
      code: 1,
      output:
        "Discord did not take the commands (HTTP 403). Is the bot in that server?",
    });
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runDiscordCommands } from "../../../scripts/discord/run-discord-commands.ts";
import { DISCORD_PUBLIC_KEY } from "../../fixtures/discord-requests.ts";
import {
  startDiscordServer,
  type DiscordServer,
} from "../../stubs/discord-server.ts";
import { createDoctorWorld, unwrap, type DoctorWorld } from "./doctor-world.ts";

let world: DoctorWorld;
let discord: DiscordServer;
beforeEach(async () => {
  [world, discord] = await Promise.all([
    createDoctorWorld(),
    startDiscordServer({ publicKey: DISCORD_PUBLIC_KEY }),
  ]);
});
afterEach(async () => {
  await Promise.all([world.close(), discord.close()]);
});

async function run({
  server = discord,
  token = discord.token,
  publicKey = DISCORD_PUBLIC_KEY,
} = {}) {
  const settings = {
    DISCORD_BOT_TOKEN: token,
    DISCORD_PUBLIC_KEY: publicKey,
    DISCORD_API_ROOT: server.url,
  };
  const { code, output } = await world.run(["--only", "discord"], { settings });
  expect(output).not.toContain(token);
  return { code, output: unwrap(output) };
}

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

describe("Discord", () => {
  it("reports the app, its endpoint and its commands", async () => {
    expect((await run()).output).toContain(
      "! The command /ask is not registered everywhere.",
    );
    await register([]);
    const { output } = await run();
    expect(output).toContain("✓ The app is Parley.");
    expect(output).toContain("✓ Discord sends its messages to https://");
    expect(output).toContain("✓ Installing the app lets the bot write");
    expect(output).toContain("✓ Registered commands: ask, Ask, stop");
  });

  it("warns if the bot may not write in servers", async () => {
    const server = await startDiscordServer({
      publicKey: DISCORD_PUBLIC_KEY,
      permissions: 1n << 11n,
    });
    const { output } = await run({ server });
    expect(output).toContain(
      "! Installing the app does not let the bot write in the server",
    );
    await server.close();
  });

  it("accepts the administrator permission for writing", async () => {
    const server = await startDiscordServer({
      publicKey: DISCORD_PUBLIC_KEY,
      permissions: 1n << 3n,
    });
    const { output } = await run({ server });
    expect(output).toContain("✓ Installing the app lets the bot write");
    await server.close();
  });

  it("reports a wrong public key, a wrong token, and an unreachable Discord", async () => {
    const { output } = await run({ publicKey: "0".repeat(64) });
    expect(output).toContain("✗ DISCORD_PUBLIC_KEY is not that of this app.");
    const wrong = await run({ token: "MTk4NjIyNDgzNDcx.Cl2FMQ.another-token" });
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain(
      "✗ Discord does not accept DISCORD_BOT_TOKEN (HTTP 401).",
    );
    await discord.close();
    expect((await run()).output).toContain("✗ Discord cannot be reached");
    discord = await startDiscordServer();
  });
});

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

import * as z from "zod";
import {
  callPlatform,
  type PlatformAnswer,
} from "../../src/channels/kit/call-platform.ts";
import { DeliveryError } from "../../src/types/errors.ts";
import { readDevVars } from "../read-dev-vars.ts";
import { listDiscordCommands } from "./list-commands.ts";

const USAGE =
  "Usage: npm run discord:commands [-- --server ID]\n\nRegisters the bot's commands with Discord: everywhere, or in one server.";

const App = z.object({ id: z.string(), name: z.string() });

/** `npm run discord:commands`; returns the exit code. */
export async function runDiscordCommands({
  arguments: given,
  environment,
  directory,
  print,
  signal,
}: {
  arguments: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  /** Contains `.dev.vars`. */
  directory: string;
  print: (line: string) => void;
  signal: AbortSignal;
}): Promise<0 | 1> {
  const [option, server = ""] = given;
  const isWrong = option !== "--server" || !/^\d{1,22}$/.test(server);
  if (option !== undefined && (isWrong || given.length > 2)) {
    print(USAGE);
    return 1;
  }
  const file = await readDevVars(directory);
  const read = (name: string) => (environment[name] || file[name] || "").trim();
  const token = read("DISCORD_BOT_TOKEN");
  if (token === "") {
    print(
      "DISCORD_BOT_TOKEN is not set. Press Reset Token under Bot of your app at https://discord.com/developers/applications, and put the token into .dev.vars or the environment.",
    );
    return 1;
  }
  const apiRoot = read("DISCORD_API_ROOT") || DEFAULT_API_ROOT;
  const call = (path: string, body?: unknown): Promise<PlatformAnswer> =>
    callPlatform(apiRoot + path, {
      method: body === undefined ? "GET" : "PUT",
      headers: { authorization: `Bot ${token}` },
      body,
      signal,
    });
  try {
    return await register({ call, server, print });
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    print(`Discord cannot be reached: ${error.explained}`);
    return 1;
  }
}

const DEFAULT_API_ROOT = "https://discord.com/api/v10";

async function register({
  call,
  server,
  print,
}: {
  call: (path: string, body?: unknown) => Promise<PlatformAnswer>;
  /** Empty: all servers. */
  server: string;
  print: (line: string) => void;
}): Promise<0 | 1> {
  const asked = await call("/applications/@me");
  const { data: app } = App.safeParse(asked.body);
  if (app === undefined) {
    print(
      `Discord does not accept DISCORD_BOT_TOKEN (HTTP ${asked.status}). Press Reset Token under Bot of your app.`,
    );
    return 1;
  }
  const place = server === "" ? "" : `/guilds/${server}`;
  const commands = listDiscordCommands();
  const { status } = await call(
    `/applications/${app.id}${place}/commands`,
    commands,
  );
  if (status !== 200) {
    print(
      `Discord did not take the commands (HTTP ${status}).${server === "" ? "" : " Is the bot in that server?"}`,
    );
    return 1;
  }
  const names = commands.map(({ type, name }) =>
    type === undefined ? `/${String(name)}` : `“${String(name)}”`,
  );
  print(
    `${app.name} has these commands ${server === "" ? "everywhere" : `in server ${server}`}: ${names.join(", ")}.`,
  );
  print(
    `→ Add it to a server: https://discord.com/oauth2/authorize?client_id=${app.id}`,
  );
  return 0;
}

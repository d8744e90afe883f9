import * as z from "zod";
import { DISCORD } from "../../../src/channels/discord/discord-definition.ts";
import { callPlatform } from "../../../src/channels/kit/call-platform.ts";
import { DeliveryError } from "../../../src/types/errors.ts";
import { checkAddress, checkRefusal } from "../check-channel.ts";
import type { ConfiguredExamination } from "../examination.ts";
import { failed, passed, warning, type Finding } from "../report.ts";

const App = z.object({
  id: z.string(),
  name: z.string(),
  verify_key: z.string(),
  interactions_endpoint_url: z.string().nullish(),
  /**
   * Keyed by installation context; 0 is a server
   * (https://docs.discord.com/developers/resources/application).
   */
  integration_types_config: z
    .object({
      "0": z.object({
        oauth2_install_params: z.object({
          scopes: z.array(z.string()),
          permissions: z.string().regex(/^\d+$/),
        }),
      }),
    })
    .optional()
    .catch(undefined),
});
const Commands = z.array(z.object({ name: z.string() }));

/**
 * Checks the token, the public key, the interactions endpoint and the commands,
 * and that Parley rejects unsigned requests.
 */
export async function* check(
  examination: ConfiguredExamination,
): AsyncGenerator<Finding> {
  const settings = DISCORD.settingsIn(examination.config.channels);
  if (settings === undefined) return;
  const { token, publicKey, apiRoot } = settings;
  const ask = (path: string) =>
    callPlatform(apiRoot + path, {
      method: "GET",
      headers: { authorization: `Bot ${token}` },
      signal: examination.signal,
    });
  const startedAt = performance.now();
  try {
    const { status, body } = await ask("/applications/@me");
    const { data: app } = App.safeParse(body);
    if (app === undefined)
      yield failed(
        `Discord does not accept DISCORD_BOT_TOKEN (HTTP ${status}).`,
        "Press Reset Token under Bot of your app.",
      );
    else {
      const ms = performance.now() - startedAt;
      yield passed(`The app is ${app.name}.`, ms);
      yield* checkApp(app, { publicKey, examination });
      const commands = await ask(`/applications/${app.id}/commands`);
      yield* checkCommands(commands.body);
    }
  } catch (error) {
    examination.signal.throwIfAborted();
    if (!(error instanceof DeliveryError)) throw error;
    yield failed(
      `Discord cannot be reached: ${error.explained}`,
      "Run this again. DISCORD_API_ROOT is only needed with a proxy.",
    );
  }
  yield* checkRefusal(examination, { path: "/discord/interactions" });
}

function* checkApp(
  {
    verify_key,
    interactions_endpoint_url: endpoint,
    integration_types_config: installed,
  }: z.infer<typeof App>,
  {
    publicKey,
    examination,
  }: { publicKey: string; examination: ConfiguredExamination },
): Generator<Finding> {
  if (verify_key.toLowerCase() !== publicKey.toLowerCase())
    yield failed(
      "DISCORD_PUBLIC_KEY is not that of this app.",
      "Copy it again from General Information.",
    );
  yield endpoint
    ? checkAddress(examination, {
        platform: "Discord",
        address: endpoint,
        path: "/discord/interactions",
        advice: "Set the interactions endpoint URL under General Information.",
      })
    : warning(
        "The app has no interactions endpoint URL: Discord sends no commands.",
        "Set https://<your deployment>/discord/interactions under General Information.",
      );
  const install = installed?.["0"].oauth2_install_params;
  const granted = BigInt(install?.permissions ?? 0);
  const maySend =
    (granted & ADMINISTRATOR) !== 0n || (granted & SENDS) === SENDS;
  yield install?.scopes.includes("bot") && maySend
    ? passed("Installing the app lets the bot write in the server.")
    : warning(
        "Installing the app does not let the bot write in the server: answers that take longer than 15 minutes are lost.",
        "Under Installation → Guild Install, add the scope bot with Send Messages and Send Messages in Threads, then install it again.",
      );
}

/**
 * The bot needs ADMINISTRATOR, or SEND_MESSAGES and SEND_MESSAGES_IN_THREADS
 * (https://docs.discord.com/developers/topics/permissions).
 */
const ADMINISTRATOR = 1n << 3n;
const SENDS = (1n << 11n) | (1n << 38n);

function* checkCommands(body: unknown): Generator<Finding> {
  const names = Commands.safeParse(body).data?.map(({ name }) => name) ?? [];
  yield names.includes("ask")
    ? passed(`Registered commands: ${names.join(", ")}.`)
    : warning(
        "The command /ask is not registered everywhere.",
        "Run npm run discord:commands, unless you registered it in one server.",
      );
}

import * as z from "zod";
import { DISCORD } from "../../../src/channels/discord/discord-definition.ts";
import { createAsk, createCheck } from "../check-channel.ts";
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

/** Checks the token, the public key, the endpoint and the commands. */
export const check = createCheck(DISCORD, {
  async *look({ token, publicKey, apiRoot }, { signal, compare }) {
    const ask = createAsk({ apiRoot, authorization: `Bot ${token}`, signal });
    const { status, data: app, ms } = await ask("/applications/@me", App);
    if (app === undefined)
      return yield failed(
        `Discord does not accept DISCORD_BOT_TOKEN (HTTP ${status}).`,
        "Press Reset Token under Bot of your app.",
      );
    yield passed(`The app is ${app.name}.`, ms);
    if (app.verify_key.toLowerCase() !== publicKey.toLowerCase())
      yield failed(
        "DISCORD_PUBLIC_KEY is not that of this app.",
        "Copy it again from General Information.",
      );
    yield app.interactions_endpoint_url
      ? compare(
          app.interactions_endpoint_url,
          "Set the interactions endpoint URL under General Information.",
        )
      : warning(
          "The app has no interactions endpoint URL: Discord sends no commands.",
          "Set https://<your deployment>/discord/interactions under General Information.",
        );
    yield checkInstallation(app);
    const { data = [] } = await ask(
      `/applications/${app.id}/commands`,
      Commands,
    );
    const names = data.map(({ name }) => name);
    yield names.includes("ask")
      ? passed(`Registered commands: ${names.join(", ")}.`)
      : warning(
          "The command /ask is not registered everywhere.",
          "Run npm run discord:commands, unless you registered it in one server.",
        );
  },
});

/**
 * The bot needs ADMINISTRATOR, or SEND_MESSAGES and SEND_MESSAGES_IN_THREADS
 * (https://docs.discord.com/developers/topics/permissions).
 */
const ADMINISTRATOR = 1n << 3n;
const SENDS = (1n << 11n) | (1n << 38n);

function checkInstallation({
  integration_types_config: installed,
}: z.infer<typeof App>): Finding {
  const install = installed?.["0"].oauth2_install_params;
  const granted = BigInt(install?.permissions ?? 0);
  const maySend =
    (granted & ADMINISTRATOR) !== 0n || (granted & SENDS) === SENDS;
  return install?.scopes.includes("bot") && maySend
    ? passed("Installing the app lets the bot write in the server.")
    : warning(
        "Installing the app does not let the bot write in the server: answers that take longer than 15 minutes are lost.",
        "Under Installation → Guild Install, add the scope bot with Send Messages and Send Messages in Threads, then install it again.",
      );
}

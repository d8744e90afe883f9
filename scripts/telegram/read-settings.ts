import { TELEGRAM } from "../../src/channels/telegram/telegram-definition.ts";
import { readDevVars } from "../read-dev-vars.ts";

type TelegramSettings = NonNullable<ReturnType<typeof TELEGRAM.settingsIn>>;

type SettingsReading =
  | { readonly kind: "read"; readonly settings: TelegramSettings }
  /** One line per problem; never contains a value, since values are secret. */
  | { readonly kind: "wrong"; readonly problems: readonly string[] };

/**
 * Reads the channel's variables as Parley does, each from the environment, else
 * from the directory's `.dev.vars`.
 */
export async function readTelegramSettings({
  environment,
  directory,
}: {
  environment: Readonly<Record<string, string | undefined>>;
  directory: string;
}): Promise<SettingsReading> {
  const file = await readDevVars(directory);
  const set = new Map(
    TELEGRAM.variables
      .map((name) => [name, environment[name] || file[name] || ""] as const)
      .filter(([, value]) => value.trim() !== ""),
  );
  const { channel, problems } = TELEGRAM.configure(set);
  const settings = channel && TELEGRAM.settingsIn([channel]);
  if (settings !== undefined && problems.length === 0)
    return { kind: "read", settings };
  const wrong = problems.map(
    ({ variable, problem }) => `${variable} ${problem}.`,
  );
  return {
    kind: "wrong",
    problems:
      wrong.length > 0
        ? wrong
        : [
            `${TELEGRAM.switchedOnBy} are not set. Ask https://t.me/BotFather for a bot, create the secret with \`openssl rand -hex 32\`, and put both into .dev.vars or the environment; the deployment needs the same values.`,
          ],
  };
}

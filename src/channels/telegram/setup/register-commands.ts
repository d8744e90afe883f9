import type { BotCommand, BotCommandScope } from "@grammyjs/types";
import type { TelegramApi } from "../telegram-api.ts";

/** A command as the menus show it. */
export interface MenuCommand {
  /** `[a-z0-9_]`, at most 32 of them. */
  readonly name: string;
  /** What it does. */
  readonly english: string;
  readonly chinese: string;
  /** Not offered in groups. */
  readonly isForOne?: true;
}

/** Who sees a menu: Telegram takes the one for a chat's kind and the language of the person's app, else the one for all others. */
const LANGUAGES = [
  { column: "english" },
  { column: "chinese", language_code: "zh" },
] as const;

const SCOPES: readonly BotCommandScope[] = [
  { type: "all_private_chats" },
  { type: "all_group_chats" },
];

/** Tells Telegram which commands to offer, by language and kind of chat. Returns the names of all. Throws as `TelegramApi` does. */
export async function registerCommands(
  api: TelegramApi,
  all: readonly MenuCommand[],
): Promise<readonly string[]> {
  for (const scope of SCOPES)
    for (const { column, ...language } of LANGUAGES)
      await api("setMyCommands", {
        commands: listCommands(all, { scope, column }),
        scope,
        ...language,
      });
  return all.map(({ name }) => name);
}

function listCommands(
  all: readonly MenuCommand[],
  {
    scope,
    column,
  }: {
    scope: BotCommandScope;
    column: (typeof LANGUAGES)[number]["column"];
  },
): readonly BotCommand[] {
  return all
    .filter(({ isForOne }) => scope.type === "all_private_chats" || !isForOne)
    .map(({ name, [column]: description }) => ({
      command: name,
      description: `${description.charAt(0).toUpperCase()}${description.slice(1)}`,
    }));
}

import type { BotCommand, BotCommandScope } from "grammy/types";
import type { Api } from "grammy/web";

export interface MenuCommand {
  /** Matches `[a-z0-9_]{1,32}`. */
  readonly name: string;
  /** Description. */
  readonly english: string;
  readonly chinese: string;
  /** Not offered in groups. */
  readonly isForOne?: true;
}

/**
 * Telegram shows the menu for the chat's kind and the app's language, else the
 * one without a language.
 */
const LANGUAGES = [
  { column: "english" },
  { column: "chinese", language_code: "zh" },
] as const;

const SCOPES: readonly BotCommandScope[] = [
  { type: "all_private_chats" },
  { type: "all_group_chats" },
];

/**
 * Sets the command menus by language and kind of chat. Returns all names.
 * Throws as the API does.
 */
export async function registerCommands(
  api: Api,
  all: readonly MenuCommand[],
): Promise<readonly string[]> {
  for (const scope of SCOPES)
    for (const { column, ...language } of LANGUAGES)
      await api.setMyCommands(listCommands(all, { scope, column }), {
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

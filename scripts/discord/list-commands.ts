import {
  COMMANDS,
  type CommandName,
} from "../../src/conversation/commands/command-list.ts";

const STRING = 3;
const ATTACHMENT = 11;
const MESSAGE_COMMAND = 3;
/** Discord lists commands in its menu, so `/start` would add nothing. */
const LEFT_OUT: readonly CommandName[] = ["start"];

/**
 * The commands in Discord's format
 * (https://discord.com/developers/docs/interactions/application-commands#application-command-object).
 */
export function listDiscordCommands(): readonly Readonly<
  Record<string, unknown>
>[] {
  return [
    {
      name: "ask",
      ...described("asks me something", "向我提问"),
      options: [
        {
          type: STRING,
          name: "question",
          ...described("what you want to know", "你想知道什么"),
          required: true,
        },
        {
          type: ATTACHMENT,
          name: "file",
          ...described("an image, a recording or a text", "图片、录音或文本"),
        },
      ],
    },
    {
      type: MESSAGE_COMMAND,
      name: "Ask",
      name_localizations: { "zh-CN": "提问" },
    },
    ...COMMANDS.filter(({ name }) => !LEFT_OUT.includes(name)).map(
      ({ name, english, chinese }) => ({
        name,
        ...described(english, chinese),
        ...(name === "memory" && { options: [MEMORY_ARGUMENT] }),
      }),
    ),
  ];
}

const MEMORY_ARGUMENT = {
  type: STRING,
  name: "argument",
  ...described("for example: forget", "例如：forget"),
};

function described(english: string, chinese: string) {
  return {
    description: `${english.charAt(0).toUpperCase()}${english.slice(1)}`,
    description_localizations: { "zh-CN": chinese },
  };
}

import { MAX_LINKED } from "../../types/link.ts";
import type { ChannelName } from "../../types/message.ts";

/** Texts about linking chats, as Markdown. */
interface LinkTexts {
  /** `code`: the command to send elsewhere, which joins `others`. */
  offered(code: string, others: string): string;
  /** What using a code does, before it is done. */
  question(chat: string, command: string): string;
  /** `others`: the chats that it is linked with; `unlink`: the command. */
  linked(others: string, unlink: string): string;
  already(others: string, unlink: string): string;
  /** `start`: the command that begins. */
  readonly none: (start: string) => string;
  parted(others: string): string;
  readonly invalid: string;
  /** A code that the same chat has asked for. */
  readonly own: string;
  readonly tooManyGuesses: string;
  readonly notInGroups: string;
  readonly notHere: string;
  readonly bothLinked: (unlink: string) => string;
  readonly full: (unlink: string) => string;
  readonly taken: string;
  readonly failed: string;
  /** Plain text, on a button. */
  readonly confirm: string;
  chat(channel: ChannelName, name?: string): string;
  list(chats: readonly string[]): string;
}

type Titles = Readonly<Record<ChannelName, string>>;

const TITLES: Titles = {
  line: "LINE",
  whatsapp: "WhatsApp",
  wecom: "WeCom",
  wechat: "WeChat",
  web: "the chat page",
};

const CHINESE_TITLES: Titles = {
  ...TITLES,
  feishu: "飞书",
  wecom: "企业微信",
  wechat: "微信",
  web: "聊天网页",
};

function titleOf(channel: ChannelName, titles: Titles): string {
  return (
    titles[channel] ?? channel.slice(0, 1).toUpperCase() + channel.slice(1)
  );
}

const english: LinkTexts = {
  offered: (command, others) =>
    [
      ...(others === "" ? [] : [`This chat is linked with ${others}.`]),
      `To link another chat with this one, send me there, within ten minutes:`,
      `\`${command}\``,
      "It works once. Give it to nobody: whoever uses it reads and shares all that I remember here.",
    ].join("\n\n"),
  question: (chat, command) =>
    `This links this chat with ${chat}: both have one memory from then on, and each answer comes where you ask. Only go on if that chat is yours, too: what I remember here can be read there, and the other way round. Send \`${command}\` to link them.`,
  linked: (others, unlink) =>
    `This chat is now linked with ${others}: I remember all that was said there and here. If that was not you, or to part them: \`${unlink}\``,
  already: (others, unlink) =>
    `These chats are linked already: this one with ${others}. To part them: \`${unlink}\``,
  none: (start) =>
    `This chat is not linked with another one. To link one: \`${start}\``,
  parted: (others) =>
    `Parted from ${others}. From now on, neither I nor anybody there sees what is said here, and the other way round. What was said before stays where it is remembered.`,
  invalid:
    "I do not know this code: it is wrong, older than ten minutes, or was used. Send `/link` in the other chat for a new one.",
  own: "This code is of this chat: send it in the other one.",
  tooManyGuesses: "Too many codes were tried. Try again in ten minutes.",
  notInGroups:
    "Groups are not linked: their members would read what is yours. Send me `/link` in a private chat.",
  notHere: "Chats cannot be linked here.",
  bothLinked: (unlink) =>
    `Both chats are linked with others already. Send \`${unlink}\` in one of them first.`,
  full: (unlink) =>
    `No more than ${MAX_LINKED} chats can be linked with one. Send \`${unlink}\` in one that you no longer need, and try again.`,
  taken:
    "A person of the team has one of the two chats, or was asked for. Link them afterwards.",
  failed: "The chats changed at the same time, and are not linked. Try again.",
  confirm: "Link",
  chat: (channel, name) =>
    `${titleOf(channel, TITLES)}${name === undefined ? "" : ` (${name})`}`,
  list: (chats) => new Intl.ListFormat("en").format(chats),
};

const chinese: LinkTexts = {
  offered: (command, others) =>
    [
      ...(others === "" ? [] : [`这个聊天已与${others}连通。`]),
      "要把另一个聊天和这里连通，请在十分钟内到那边发给我：",
      `\`${command}\``,
      "只能用一次。不要给别人：用它的人能看到并共享我在这里记住的一切。",
    ].join("\n\n"),
  question: (chat, command) =>
    `这会把这个聊天和${chat}连通：从此两边共用一份记忆，在哪里问就在哪里答。只有那个聊天也是你的才继续：我在这里记住的内容那边能看到，反过来也一样。发送 \`${command}\` 即可连通。`,
  linked: (others, unlink) =>
    `这个聊天现在已与${others}连通：那边和这里说过的话我都记得。如果不是你本人操作，或想分开：\`${unlink}\``,
  already: (others, unlink) =>
    `这两个聊天早已连通：这里连着${others}。要分开：\`${unlink}\``,
  none: (start) => `这个聊天没有和别的聊天连通。要连通：\`${start}\``,
  parted: (others) =>
    `已与${others}分开。从现在起，那边看不到这里说的话，这里也看不到那边的。之前说过的话留在原来记住它的地方。`,
  invalid:
    "我不认识这个验证码：可能输错了、超过了十分钟，或已经用过。请在另一个聊天里发送 `/link` 重新获取。",
  own: "这是这个聊天自己的验证码，请在另一个聊天里发送。",
  tooManyGuesses: "尝试的验证码太多了，请十分钟后再试。",
  notInGroups: "群聊不能连通：群成员会看到你的内容。请在私聊里给我发 `/link`。",
  notHere: "这里不能连通聊天。",
  bothLinked: (unlink) =>
    `两个聊天都已经和别的聊天连通。请先在其中一个里发送 \`${unlink}\`。`,
  full: (unlink) =>
    `一个聊天最多能和 ${MAX_LINKED} 个聊天连通。请在不再需要的那个里发送 \`${unlink}\`，再试一次。`,
  taken: "其中一个聊天由团队成员接手了，或者正在等他们。请之后再连通。",
  failed: "两个聊天同时发生了变化，没有连通。请再试一次。",
  confirm: "连通",
  chat: (channel, name) =>
    `${titleOf(channel, CHINESE_TITLES)}${name === undefined ? "" : `（${name}）`}`,
  list: (chats) => new Intl.ListFormat("zh").format(chats),
};

export const LINK_TEXTS = { en: english, zh: chinese };

export type CommandGroup = "answers" | "memory" | "about";

/** A command in the menu and the help. */
interface ListedCommand {
  /** `[a-z0-9_]`, at most 32 characters. */
  readonly name: string;
  /** Its section in the help. */
  readonly group: CommandGroup;
  /** What it does; shown after its name; at most 256 UTF-16 units. */
  readonly english: string;
  readonly chinese: string;
  /** Useless in a group. */
  readonly isForOne?: true;
}

const LIST = [
  {
    name: "stop",
    group: "answers",
    english: "stops the answer I am writing",
    chinese: "停止正在写的回答",
  },
  {
    name: "retry",
    group: "answers",
    english: "retries what I could not answer",
    chinese: "重试回答失败的消息",
  },
  {
    name: "bot",
    group: "answers",
    english: "lets me answer again when a person has taken over",
    chinese: "有团队成员接手后，让我重新来回答",
  },
  {
    name: "human",
    group: "answers",
    english: "asks for a person of the team; you can add why",
    chinese: "请团队成员过来，可以写上原因",
  },
  {
    name: "why",
    group: "answers",
    english: "shows the steps of my last answer",
    chinese: "查看上一个回答的步骤",
  },
  {
    name: "memory",
    group: "memory",
    english: "shows what I remember, to correct, export or forget",
    chinese: "查看、修改、导出或清除我的记忆",
  },
  {
    name: "reminders",
    group: "memory",
    english: "lists, adds, changes and cancels reminders",
    chinese: "查看、添加、修改或取消提醒",
  },
  {
    name: "signout",
    group: "memory",
    english: "signs you out of the services that I use for you",
    chinese: "退出我替你使用的各项服务",
  },
  {
    name: "link",
    group: "memory",
    english: "links this chat with another of yours: one memory",
    chinese: "把这个聊天和你的另一个聊天连通，共用一份记忆",
    isForOne: true,
  },
  {
    name: "unlink",
    group: "memory",
    english: "parts this chat from those it is linked with",
    chinese: "把这个聊天和已连通的聊天分开",
    isForOne: true,
  },
  {
    name: "new",
    group: "memory",
    english: "clears our conversation to start a new one; I ask first",
    chinese: "清除我们的对话，重新开始；会先请你确认",
  },
  {
    name: "usage",
    group: "about",
    english: "shows what you have used today",
    chinese: "查看你今天的用量",
  },
  {
    name: "whoami",
    group: "about",
    english: "shows your id, and whether you may use me",
    chinese: "查看你的编号和使用权限",
  },
  {
    name: "privacy",
    group: "about",
    english: "says who can read what you write, and how long it is kept",
    chinese: "查看谁能读到你写的内容、保存多久",
  },
  {
    name: "start",
    group: "about",
    english: "says hello",
    chinese: "打个招呼",
    isForOne: true,
  },
  {
    name: "help",
    group: "about",
    english: "lists my commands",
    chinese: "查看我的所有命令",
  },
] as const satisfies readonly ListedCommand[];

export type CommandName = (typeof LIST)[number]["name"];

/**
 * All commands, in order. The menu, the help and the implementations are
 * derived from this list.
 */
export const COMMANDS: readonly (ListedCommand & {
  readonly name: CommandName;
})[] = LIST;

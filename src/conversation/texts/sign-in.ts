interface SignInTexts {
  /** The question with which a turn ends. */
  needed(server: string): string;
  link(server: string, url: string): string;
  /** After the link: the turn goes on by itself, or how it does. */
  readonly goesOn: string;
  readonly howToGoOn: string;
  /** Plain text, on a button and in the history. */
  readonly done: string;
  signedOut(servers: readonly string[]): string;
  /** There was nothing to sign out of. */
  readonly nowhere: string;
  readonly notInGroups: string;
}

export const SIGN_IN_TEXTS: Readonly<Record<"en" | "zh", SignInTexts>> = {
  en: {
    needed: (server) => `For that, you have to sign in at ${server}.`,
    link: (server, url) =>
      `**[Sign in at ${server}](${url})**: for you alone, once, within ten minutes.`,
    goesOn: "Then I go on.",
    howToGoOn: "Then reply: `continue`",
    done: "I have signed in",
    signedOut: (servers) =>
      `You are signed out of ${servers.join(", ")}. I have deleted what let me in.`,
    nowhere: "You are not signed in anywhere.",
    notInGroups: "Sign-ins belong to one person. Ask me in a private chat.",
  },
  zh: {
    needed: (server) => `这件事需要你登录 ${server}。`,
    link: (server, url) =>
      `**[登录 ${server}](${url})**：链接只给你本人，十分钟内可用一次。`,
    goesOn: "登录后我会接着做。",
    howToGoOn: "登录后请回复：`继续`",
    done: "我已登录",
    signedOut: (servers) => `已退出 ${servers.join("、")}，登录凭证已删除。`,
    nowhere: "你没有登录任何地方。",
    notInGroups: "登录属于你个人，请在私聊里找我。",
  },
};

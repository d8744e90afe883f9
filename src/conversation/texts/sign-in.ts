interface SignInTexts {
  /** Below an answer. */
  link(server: string, url: string): string;
  /** In the history, in place of the link. */
  note(server: string): string;
  signedOut(servers: readonly string[]): string;
  /** There was nothing to sign out of. */
  readonly nowhere: string;
  readonly notInGroups: string;
}

export const SIGN_IN_TEXTS: Readonly<Record<"en" | "zh", SignInTexts>> = {
  en: {
    link: (server, url) =>
      `**[Sign in at ${server}](${url})**: for you alone, once, within ten minutes. Then come back and send your message again.`,
    note: (server) => `*(The user was given a link to sign in at ${server}.)*`,
    signedOut: (servers) =>
      `You are signed out of ${servers.join(", ")}. I have deleted what let me in.`,
    nowhere: "You are not signed in anywhere.",
    notInGroups: "Sign-ins belong to one person. Ask me in a private chat.",
  },
  zh: {
    link: (server, url) =>
      `**[登录 ${server}](${url})**：链接只给你本人，十分钟内可用一次。登录后回到这里，再发一次你的消息。`,
    note: (server) => `*（已给用户登录 ${server} 的链接。）*`,
    signedOut: (servers) => `已退出 ${servers.join("、")}，登录凭证已删除。`,
    nowhere: "你没有登录任何地方。",
    notInGroups: "登录属于你个人，请在私聊里找我。",
  },
};

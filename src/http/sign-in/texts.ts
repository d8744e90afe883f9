import type { SignInFault } from "../../types/sign-ins.ts";
import type { AcceptedLanguage } from "../accepted-language.ts";
import type { Page } from "../html.ts";

interface SignInTexts {
  /** Before the browser leaves for the server. */
  confirm(given: { bot: string; server: string; who: string }): Page;
  leave(given: { server: string; url: string }): Page;
  /** `goesOn`: the bot goes on by itself. */
  done(given: { bot: string; server: string; goesOn: boolean }): Page;
  /** `quote`: the server's words, introduced; may be empty. */
  denied(given: { server: string; quote: string }): Page;
  failed(given: { reason: string }): Page;
  readonly unknownLink: Page;
  readonly unknownReturn: Page;
}

export const SIGN_IN_PAGES: Readonly<Record<AcceptedLanguage, SignInTexts>> = {
  en: {
    confirm: ({ bot, server, who }) => ({
      title: `Let ${bot} use ${server} for you`,
      lines: [
        `${bot} will use ${server} with your account there, in the chats of: ${who}.`,
        "If that is not you, close this page: somebody else would get into your account.",
      ],
      button: `That is me: sign in at ${server}`,
    }),
    leave: ({ server, url }) => ({
      title: `On to ${server}`,
      lines: [`You sign in at ${new URL(url).host}.`],
      next: { url, label: "Go on" },
    }),
    done: ({ bot, server, goesOn }) => ({
      title: `You are signed in at ${server}`,
      lines: [
        goesOn
          ? `Go back to the chat: ${bot} goes on with your message.`
          : `Go back to the chat with ${bot} and reply: continue`,
        "Its command signout signs you out.",
      ],
    }),
    denied: ({ server, quote }) => ({
      title: "Not signed in",
      lines: [
        `${server} was not allowed to let you in. Nothing was changed.${quote}`,
        "If you want to sign in after all, ask in the chat again.",
      ],
    }),
    failed: ({ reason }) => ({
      title: "Not signed in",
      lines: [reason, "Ask in the chat again, or tell whoever runs the bot."],
    }),
    unknownLink: {
      title: "This link no longer works",
      lines: [
        "It works once, for ten minutes. Send your message in the chat again to get a new one.",
      ],
    },
    unknownReturn: {
      title: "Not signed in",
      lines: [
        "This sign-in was begun in another browser, more than ten minutes ago, or has ended already. Begin again where you began.",
      ],
    },
  },
  zh: {
    confirm: ({ bot, server, who }) => ({
      title: `让${bot}替你使用 ${server}`,
      lines: [
        `${bot}将用你在 ${server} 的账号，为这个人的对话服务：${who}。`,
        "如果这不是你，请关闭本页：否则别人会用上你的账号。",
      ],
      button: `是我，登录 ${server}`,
    }),
    leave: ({ server, url }) => ({
      title: `前往 ${server}`,
      lines: [`你将在 ${new URL(url).host} 登录。`],
      next: { url, label: "继续" },
    }),
    done: ({ bot, server, goesOn }) => ({
      title: `已登录 ${server}`,
      lines: [
        goesOn
          ? `请回到对话，${bot}会接着处理你的消息。`
          : `请回到与${bot}的对话，回复：继续`,
        "命令 signout 可以退出登录。",
      ],
    }),
    denied: ({ server, quote }) => ({
      title: "没有登录",
      lines: [
        `没有得到在 ${server} 登录的同意，什么也没有改变。${quote}`,
        "如果还想登录，请在对话里再问一次。",
      ],
    }),
    failed: ({ reason }) => ({
      title: "没有登录",
      lines: [reason, "请在对话里再试一次，或告诉管理这个机器人的人。"],
    }),
    unknownLink: {
      title: "链接已失效",
      lines: ["链接十分钟内可用一次。请在对话里再发一次消息，会得到新的链接。"],
    },
    unknownReturn: {
      title: "没有登录",
      lines: [
        "这次登录是在另一个浏览器里开始的，或已超过十分钟，或已经结束。请从头再来。",
      ],
    },
  },
};

interface Explanations {
  readonly faults: Readonly<
    Record<
      SignInFault["kind"],
      (given: { server: string; redirectUrl: string }) => string
    >
  >;
  /** Says whose words they are. */
  quote(server: string, words: string): string;
}

/** Why a sign-in failed, in one or more sentences of plain text. */
export function explainFault(
  { server, fault }: { server: string; fault: SignInFault },
  language: AcceptedLanguage,
): string {
  const { faults } = EXPLANATIONS[language];
  const redirectUrl = fault.kind === "unregistered" ? fault.redirectUrl : "";
  const said = fault.kind === "refused" ? fault.said : undefined;
  const reason = faults[fault.kind]({ server, redirectUrl });
  return `${reason}${quoteServer({ server, said }, language)}`;
}

/** What the server itself said, to be appended; empty if it said nothing. */
export function quoteServer(
  { server, said }: { server: string; said?: string | undefined },
  language: AcceptedLanguage,
): string {
  return said === undefined ? "" : EXPLANATIONS[language].quote(server, said);
}

const EXPLANATIONS: Readonly<Record<AcceptedLanguage, Explanations>> = {
  en: {
    faults: {
      gone: ({ server }) => `${server} is no longer set up in MCP_SERVERS.`,
      unreachable: ({ server }) => `${server} cannot be reached.`,
      "too-much": ({ server }) => `${server} sends too much.`,
      address: ({ server }) =>
        `${server} names an address that is neither its own nor public with https.`,
      invalid: ({ server }) => `${server} does not follow the rules of OAuth.`,
      unregistered: ({ server, redirectUrl }) =>
        `${server} needs a client that is registered by hand: register one there with the redirect address ${redirectUrl}, and set its "client_id" (and "client_secret") in MCP_SERVERS.`,
      refused: ({ server }) => `${server} has refused the sign-in.`,
    },
    quote: (server, words) => ` ${server} says: “${words}”`,
  },
  zh: {
    faults: {
      gone: ({ server }) => `MCP_SERVERS 里已没有 ${server}。`,
      unreachable: ({ server }) => `连不上 ${server}。`,
      "too-much": ({ server }) => `${server} 发来的内容太多。`,
      address: ({ server }) =>
        `${server} 给出的地址既不是它自己的，也不是公开的 https 地址。`,
      invalid: ({ server }) => `${server} 没有遵守 OAuth 的规则。`,
      unregistered: ({ server, redirectUrl }) =>
        `${server} 需要手工注册客户端：请在那里注册，重定向地址为 ${redirectUrl}，再把得到的 "client_id"（以及 "client_secret"）写进 MCP_SERVERS。`,
      refused: ({ server }) => `${server} 拒绝了这次登录。`,
    },
    quote: (server, words) => `${server} 的原话：“${words}”`,
  },
};

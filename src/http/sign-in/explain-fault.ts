import type { SignInFault } from "../../types/sign-ins.ts";
import type { AcceptedLanguage } from "../accepted-language.ts";

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

import type { Problem } from "../../types/problem.ts";

/**
 * Problems that are shown without the page's script are in both languages here.
 */

export const OFF = {
  status: 403,
  slug: "web-chat-off",
  title: "The chat page is off",
  detail:
    "Parley is running, but its owner has not enabled the chat page. To enable it, set WEB_CHAT_PASSWORD and PARLEY_SECRET, or WEB_CHAT=public. The owner's page /setup shows what else there is to do. On your own machine, start Parley with npm run dev.",
  chinese: {
    title: "聊天网页没有开放",
    detail:
      "Parley 在运行，但主人没有开放聊天网页。要开放，请设置 WEB_CHAT_PASSWORD 和 PARLEY_SECRET，或 WEB_CHAT=public。主人专用的 /setup 页面会说明还要做什么。在自己的电脑上，请用 npm run dev 启动 Parley。",
  },
} satisfies Problem;

/** 403, because the page answers a 401 with the password form. */
export const LINK_REQUIRED = {
  status: 403,
  slug: "link-required",
  title: "Open the link that npm run dev printed",
  detail:
    "This page is for its developer alone, and this browser has not been signed in.\nGo to the terminal where Parley was started, and open the link next to “page”, which has ?token=… in it: it signs this browser in permanently.\nIf the terminal is gone, stop Parley and run npm run dev again: it prints the same link.",
  chinese: {
    title: "请打开 npm run dev 打印的链接",
    detail:
      "这个页面只供开发者本人使用，而这个浏览器还没有登录。\n请到启动 Parley 的终端里，打开“page”旁边带有 ?token=… 的链接。打开一次，这个浏览器就会一直保持登录。\n如果终端已经关了，请停掉 Parley，再运行一次 npm run dev：它会打印同样的链接。",
  },
} satisfies Problem;

export const HTTPS_REQUIRED = {
  status: 403,
  slug: "https-required",
  title: "This page needs https",
  detail:
    "Open it with https://: without encryption, others could read your messages and take over your session.",
  chinese: {
    title: "这个页面需要 https",
    detail:
      "请用 https:// 打开：没有加密，别人可以读到你的消息，也可以盗用你的会话。",
  },
} satisfies Problem;

export const PASSWORD_REQUIRED: Problem = {
  status: 401,
  slug: "password-required",
  title: "This page has a password",
  detail: "Enter the password that the owner of this page gave you.",
};

export const NO_SESSION: Problem = {
  status: 401,
  slug: "session-required",
  title: "No session",
  detail:
    "The page's cookie is missing. Allow cookies for this page and load it again.",
};

export const UNLISTED_SITE: Problem = {
  status: 403,
  slug: "site-not-listed",
  title: "This site may not show the chat",
  detail:
    "The owner of this chat has not listed the site: add its origin to WEB_EMBED_ORIGINS.",
};

export const NOT_EMBEDDED: Problem = {
  status: 404,
  slug: "not-embedded",
  title: "The chat is not embedded anywhere",
  detail: "To show it in a site, set WEB_EMBED_ORIGINS to the site's origin.",
};

export const IDENTITY_REQUIRED: Problem = {
  status: 401,
  slug: "identity-required",
  title: "Please sign in",
  detail: "Sign in to this site to use its chat.",
};

export const IDENTITY_EXPIRED: Problem = {
  status: 401,
  slug: "identity-expired",
  title: "Your sign-in has expired",
  detail: "Load this page again, or sign in to this site again.",
};

export const IDENTITY_WRONG: Problem = {
  status: 401,
  slug: "identity-wrong",
  title: "This site could not say who you are",
  detail:
    "The site's identity token is not valid. It must be a JWT with sub and exp, signed by HS256 with WEB_IDENTITY_SECRET.",
};

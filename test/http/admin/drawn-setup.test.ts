import { h, render } from "preact";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type {
  ModelAnswer,
  Report,
  SignInReport,
  TelegramState,
  TestAnswer,
} from "../../../src/types/setup-report.ts";
import { DEVELOPMENT_TOKEN } from "../../fixtures/development-token.ts";
import {
  EVERYTHING_SET_UP,
  NOTHING_SET_UP,
} from "../../fixtures/setup-reports.ts";
import {
  createReader,
  readAloud,
  stubBrowser,
} from "../../page/client/browser-page.ts";

// What needs no browser that draws; the rest is in `page/`.

const AWAY = () => Promise.reject(new TypeError("Failed to fetch"));

/** By path below `/admin/setup`. */
type Answers = Readonly<
  Record<string, (call: RequestInit) => Response | Promise<Response>>
>;

let page: ReturnType<typeof createReader>;
let setup: typeof import("../../../src/http/admin/page/setup-state.ts");
let language: (typeof import("../../../src/page/client/parts/language.tsx"))["language"];
let answers: Answers = {};

beforeAll(async () => {
  const { body } = stubBrowser();
  page = createReader(body);
  // The link that `npm run dev` prints.
  location.hash = `#token=${DEVELOPMENT_TOKEN}`;
  vi.stubGlobal("fetch", async (path: string, call: RequestInit) => {
    const answer = answers[path.replace("/admin/setup", "")];
    return answer?.(call) ?? AWAY();
  });
  const { App } = await import("../../../src/http/admin/page/app.tsx");
  setup = await import("../../../src/http/admin/page/setup-state.ts");
  ({ language } = await import("../../../src/page/client/parts/language.tsx"));
  render(h(App, {}), body);
});
afterAll(() => page.close());
beforeEach(() => {
  language.value = "en";
  setup.report.value = undefined;
  return () => void (language.value = "en");
});

async function open(report: Report, given: Answers = {}) {
  answers = { "": json(report), ...given };
  await setup.load();
}

const refuse = (status: number) =>
  open(NOTHING_SET_UP, { "": refusal(status, "Later.") });

const json = (body: object) => () => Response.json(body);
const refusal = (status: number, detail: string) => () =>
  new Response(JSON.stringify({ type: "x", status, title: "No", detail }), {
    status,
    headers: { "content-type": "application/problem+json" },
  });

/** What is read aloud below the title, without times. */
const shown = () =>
  expect.poll(
    () =>
      readAloud(document.body)
        .replace(/^.*?\] /, "")
        .replaceAll(/\d+\/\d+\/\d+,? \d+:\d+:\d+(?:\s[AP]M)?/g, "T"),
    { interval: 5 },
  );

it("/setup takes the key from the link, of which nothing stays in the address", () => {
  expect(setup.key.value).toBe(DEVELOPMENT_TOKEN);
  expect(location.href).toBe("http://localhost/");
  expect(Object.values(sessionStorage)).toEqual([DEVELOPMENT_TOKEN]);
});

/** Several successive words that are neither names nor code. */
const ENGLISH = /(?:\b[a-z’']+[ ,]+){5,}/;

it.each<[string, () => unknown, string | RegExp, string | RegExp]>([
  ["that loads", () => {}, "Loading…", "正在加载…"],
  [
    "that is closed",
    () => refuse(404),
    /^This page is closed No ADMIN_API_KEY is set, .*openssl rand -base64 32 .*Then reload this page\.$/,
    /^这个页面还没有开放 没有设置 ADMIN_API_KEY ，.*完成后刷新本页。$/,
  ],
  [
    "with a wrong key",
    () => refuse(401),
    /^Your key Enter the value of ADMIN_API_KEY \. .* This key is wrong\. Admin key \[\] \[Open\]$/,
    /^你的密钥 输入 ADMIN_API_KEY 的值。.* 密钥不对。 管理密钥 \[\] \[打开\]$/,
  ],
  [
    "of a deployment that is away",
    () => open(NOTHING_SET_UP, { "": AWAY }),
    "The deployment does not answer. Check the network, and try again. [Try again]",
    "部署没有响应。请检查网络后重试。 [重试]",
  ],
  ["that is refused", () => refuse(429), "Later. [Try again]", "Later. [重试]"],
  [
    "that a proxy refuses",
    () => open(NOTHING_SET_UP, { "": () => new Response("", { status: 502 }) }),
    "502 [Try again]",
    "502 [重试]",
  ],
  [
    "of an open deployment",
    () => open(NOTHING_SET_UP),
    /^Parley [\d.]+ on Cloudflare\. Check each part below\. Model to do .* Test message .* Telegram off .* Chat page off .* Storage on /,
    /^Parley [\d.]+，运行环境：Cloudflare。请逐项检查。 模型 待处理 .* 测试消息 .* Telegram 未启用 .* 聊天网页 未启用 .* 存储 已启用 /,
  ],
  [
    "of a deployment with everything",
    () => open(EVERYTHING_SET_UP),
    /Settings to do Parley has no variable OPENAI_MODLE \. Did you mean OPENAI_MODEL \? TOOL_APPROVERS names ann, but LINE is not set up\. /,
    /设置 待处理 Parley 没有变量 OPENAI_MODLE 。是不是 OPENAI_MODEL ？ TOOL_APPROVERS 里有 ann，但没有设置 LINE。/,
  ],
  [
    "under development",
    () => open(LOCAL),
    /^Parley [\d.]+ on this machine\. .* Settings on Locally the token of this checkout opens \/setup \./,
    /^Parley [\d.]+，运行环境：本机。.* 设置 已启用 在本机，凭这份代码的令牌就能打开 \/setup 。/,
  ],
])("A /setup page %s is read in both languages", async (_, go, ...texts) => {
  await go();
  for (const [index, one] of (["en", "zh-CN"] as const).entries()) {
    language.value = one;
    await shown().toMatch(texts[index] ?? "");
  }
  expect(readAloud(document.body)).not.toMatch(ENGLISH);
});

const LOCAL = {
  ...NOTHING_SET_UP,
  is_development: true,
  has_admin_key: false,
};

it("A /setup page asks for the key, and opens with the right one", async () => {
  answers = {
    "": ({ headers }) =>
      new Headers(headers).get("authorization") === "Bearer sesame"
        ? Response.json(NOTHING_SET_UP)
        : refusal(401, "Which key?")(),
  };
  await setup.enterKey("");
  await shown().toMatch(/this tab\. Admin key \[\] \[Open\]$/);
  const form = page.find("Open").closest("form");
  const box = form?.querySelector("input");
  if (box) box.value = " sesame ";
  page.submit("Open");
  await shown().toMatch(/^Parley/);
  expect(Object.values(sessionStorage)).toEqual(["sesame"]);
  answers = {};
  await setup.load();
  answers = { "": json(NOTHING_SET_UP) };
  page.press("Try again");
  await shown().toMatch(/^Parley/);
});

it.each<[string, Report, string]>([
  [
    "under development",
    LOCAL,
    "then set TELEGRAM_BOT_TOKEN and TELEGRAM_WEBHOOK_SECRET in .dev.vars and restart .",
  ],
  [
    "on Cloudflare",
    NOTHING_SET_UP,
    "then run npx wrangler secret put TELEGRAM_BOT_TOKEN and npx wrangler secret put TELEGRAM_WEBHOOK_SECRET .",
  ],
  [
    "on AWS",
    { ...NOTHING_SET_UP, platform: "aws" },
    "then set TELEGRAM_BOT_TOKEN and TELEGRAM_WEBHOOK_SECRET in .aws.vars and deploy again .",
  ],
])(
  "A /setup page names variables that are set together in one sentence %s",
  async (_, report, sentence) => {
    await open(report);
    await shown().toContain(sentence);
  },
);

const REAL: Report = {
  ...NOTHING_SET_UP,
  model: { is_demo: false, names: ["large"], host: "m.example", style: "auto" },
};
const CHANNEL = { name: "telegram", title: "Telegram", is_on: true };
const TELEGRAM: Report = {
  ...NOTHING_SET_UP,
  channels: [{ ...CHANNEL, is_for_everybody: false }],
};
const HERE = "http://localhost/telegram/webhook";
const bot = (state: Partial<TelegramState> = {}) =>
  json({ kind: "known", username: "ann_bot", url: "", waiting: 0, ...state });

const telegram = (answer: Answers[string]) => ({ "/telegram": answer });
const FAILED = json({
  kind: "failed",
  detail: "It failed.",
} satisfies TelegramState);
const REFUSED = refusal(429, "Later.");

type Label = "askModel" | "send" | "connect";

it.each<[Report, Answers, Label | undefined, en: string, zh: string]>([
  [
    REAL,
    {},
    undefined,
    "Model on large at m.example, agent style auto. [Test the key]",
    "模型 已启用 m.example 上的 large，风格为 auto。 [测试密钥]",
  ],
  [
    REAL,
    { "/model": json({ kind: "answered", ms: 612.4 } satisfies ModelAnswer) },
    "askModel",
    "[Test the key] It answers: 612 ms to the first text.",
    "[测试密钥] 模型有回应：612 毫秒后收到第一段文字。",
  ],
  [
    REAL,
    {
      "/model": ({ headers }) => {
        const detail = new Headers(headers).get("accept-language");
        return Response.json({ kind: "failed", detail });
      },
    },
    "askModel",
    "[Test the key] en Test",
    "[测试密钥] zh-CN 测试",
  ],
  [
    REAL,
    { "/model": REFUSED },
    "askModel",
    "[Test the key] Later.",
    "[测试密钥] Later.",
  ],
  [
    REAL,
    { "/model": () => new Promise(() => {}) },
    "askModel",
    "[Test the key aria-disabled] Asking…",
    "[测试密钥 aria-disabled] 正在询问…",
  ],
  [
    NOTHING_SET_UP,
    {
      "/message": json({
        text: "Two.",
        tools: ["calculator", "own"],
      } satisfies TestAnswer),
    },
    "send",
    "then deleted. Message [] [Send] Two. Tools used: calculator, own.",
    "然后删除。 消息 [] [发送] Two. 用到的工具：计算器、own。",
  ],
  [
    NOTHING_SET_UP,
    {
      "/message": async ({ body }) => {
        const { text } = await new Response(body).json();
        return Response.json({ text, tools: [] });
      },
    },
    "send",
    "[Send] What is 12.5% of 80.16 * 3? No tools were used.",
    "[发送] 计算 80.16 * 3 的 12.5% 没有用到工具。",
  ],
  [
    NOTHING_SET_UP,
    { "/message": REFUSED },
    "send",
    "[Send] Later.",
    "[发送] Later.",
  ],
  [
    NOTHING_SET_UP,
    { "/message": json({ odd: "not an answer of ours" }) },
    "send",
    "[Send] The deployment does not answer. Check the network, and try again.",
    "[发送] 部署没有响应。请检查网络后重试。",
  ],
  [
    TELEGRAM,
    telegram(() => new Promise(() => {})),
    undefined,
    "Telegram on Loading… [Connect Telegram]",
    "Telegram 已启用 正在加载… [接通 Telegram]",
  ],
  [
    TELEGRAM,
    telegram(bot()),
    undefined,
    "Telegram on @ann_bot has no webhook yet. [Connect Telegram]",
    "Telegram 已启用 @ann_bot 还没有设置 webhook。 [接通 Telegram]",
  ],
  [
    TELEGRAM,
    telegram(({ method }) =>
      (method === "POST" ? bot({ url: HERE, waiting: 2 }) : bot())(),
    ),
    "connect",
    `Telegram on @ann_bot sends its messages to ${HERE}. Waiting: 2. Write to [@ann_bot] . [Connect Telegram]`,
    `Telegram 已启用 @ann_bot 的消息会发到 ${HERE}。等待中：2 条。 给 [@ann_bot] 发消息。 [接通 Telegram]`,
  ],
  [
    TELEGRAM,
    telegram(
      bot({
        url: "https://other.example/",
        lastError: {
          at: "2026-11-28T12:00:00Z",
          message: "Bad Gateway",
          advice: "Look at the log.",
        },
      }),
    ),
    undefined,
    "@ann_bot sends its messages to another address: https://other.example/. Last failed delivery, T: Bad Gateway → Look at the log. Write to [@ann_bot]",
    "@ann_bot 的消息现在发到别的网址：https://other.example/。 最近一次投递失败，T：Bad Gateway → Look at the log. 给 [@ann_bot] 发消息。",
  ],
  [
    { ...TELEGRAM, platform: "aws" },
    telegram(bot({ url: "https://url.lambda.example/" })),
    undefined,
    "@ann_bot sends its messages to https://url.lambda.example/. Waiting: 0.",
    "@ann_bot 的消息会发到 https://url.lambda.example/。等待中：0 条。",
  ],
  [
    { ...TELEGRAM, is_development: true },
    telegram(bot()),
    undefined,
    "no webhook yet. Telegram cannot reach this machine. Run npm run telegram:poll -- http://localhost in a second terminal, and write to the bot. Chat page",
    "还没有设置 webhook。 Telegram 访问不到本机。在另一个终端运行 npm run telegram:poll -- http://localhost ，再给机器人发消息。 聊天网页",
  ],
  [
    TELEGRAM,
    telegram(FAILED),
    undefined,
    "Telegram on It failed. [Connect",
    "Telegram 已启用 It failed. [接通",
  ],
  [
    { ...TELEGRAM, channels: [{ ...CHANNEL, is_for_everybody: true }] },
    telegram(REFUSED),
    undefined,
    "Telegram on Later. Anyone who finds the bot may use it. TELEGRAM_ALLOWED_USERS limits that; the bot tells people their ids. [Connect",
    "Telegram 已启用 Later. 任何人找到机器人都可以使用。 TELEGRAM_ALLOWED_USERS 可以限制；机器人会告诉每个人自己的 id。 [接通",
  ],
])(
  "A section of /setup says in both languages: %#",
  async (settings, given, label, ...texts) => {
    await open(settings, given);
    for (const [index, one] of (["en", "zh-CN"] as const).entries()) {
      language.value = one;
      if (label) {
        const { loading, [label]: button } = setup.texts.value;
        await shown().toContain(`[${button}]`);
        await shown().not.toContain(loading);
        page.submit(button);
      }
      await shown().toContain(texts[index] ?? "");
    }
  },
);

it("/setup opens what is elsewhere in a new tab", async () => {
  await open({ ...NOTHING_SET_UP, page: "public" });
  await shown().toMatch(/^Parley/);
  const links = [...document.querySelectorAll("main a")].map((link) =>
    ["href", "target", "rel"].map((name) => link.getAttribute(name)),
  );
  expect(links).toEqual([
    ["https://t.me/BotFather", "_blank", "noopener"],
    ["/", null, null],
    ["/console", null, null],
  ]);
});

const signIns = (...listed: readonly SignInReport[]) => ({
  "/sign-ins": json({ sign_ins: listed }),
});
const SHOP = { name: "shop", by: "operator" } as const;
const SINCE = { since: "2026-11-28T12:00:00Z" };
const WITH_SIGN_INS = { ...NOTHING_SET_UP, has_sign_ins: true };

it.each<[Answers, en: string, zh: string]>([
  [
    signIns({ name: "mail", by: "person" }),
    "Tool servers with a sign-in The bot has their tools while somebody is signed in. No deployment is needed. mail Each person signs in by a link that the bot gives them in a private chat. Chat page",
    "需要登录的工具服务器 登录期间，机器人就能使用它们的工具，不用重新部署。 mail 每个人通过机器人在私聊里给出的链接自己登录。 聊天网页",
  ],
  [
    signIns({ ...SHOP, ...SINCE, state: "signed-in", account: "ann" }),
    "shop Signed in as ann since T. [Sign in again] [Sign out] Chat page",
    "shop 已用 ann 登录（T）。 [重新登录] [退出登录] 聊天网页",
  ],
  [
    signIns({ ...SHOP, ...SINCE, state: "signed-in" }),
    "shop Signed in since T. [Sign in again] [Sign out]",
    "shop 已登录（T）。 [重新登录] [退出登录]",
  ],
  [
    signIns({ ...SHOP, state: "signed-out" }),
    "shop Nobody is signed in, so its tools are left out. [Sign in] Chat page",
    "shop 还没有登录，所以不能使用它的工具。 [登录] 聊天网页",
  ],
  [
    signIns({ ...SHOP, state: "refused" }),
    "shop The server accepts the sign-in no longer, so its tools are left out. Sign in again. [Sign in] [Sign out]",
    "shop 服务器不再接受这次登录，所以不能使用它的工具。请重新登录。 [登录] [退出登录]",
  ],
  [
    { "/sign-ins": () => new Promise(() => {}) },
    "needed. Loading… Chat page",
    "不用重新部署。 正在加载… 聊天网页",
  ],
  [
    { "/sign-ins": REFUSED },
    "needed. Later. Chat page",
    "不用重新部署。 Later. 聊天网页",
  ],
])(
  "/setup says who is signed in at a tool server in both languages: %#",
  async (given, ...texts) => {
    await open(WITH_SIGN_INS, given);
    for (const [index, one] of (["en", "zh-CN"] as const).entries()) {
      language.value = one;
      await shown().toContain(texts[index] ?? "");
    }
  },
);

it("An operator signs in and out at a tool server", async () => {
  const assign = vi.spyOn(location, "assign").mockReturnValue();
  let isIn = false;
  await open(WITH_SIGN_INS, {
    "/sign-ins": () =>
      signIns({ ...SHOP, state: isIn ? "signed-in" : "signed-out" })[
        "/sign-ins"
      ](),
    "/sign-ins/shop/begin": json({ kind: "failed", reason: "It is away." }),
  });
  await shown().toContain("[Sign in]");
  page.submit("Sign in");
  await shown().toContain("[Sign in] It is away.");
  const begun = { kind: "begun", url: "https://shop.example/authorize" };
  answers = { ...answers, "/sign-ins/shop/begin": json(begun) };
  page.submit("Sign in");
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(begun.url));

  isIn = true;
  answers = { ...answers, "/sign-ins/shop/end": REFUSED };
  await setup.load();
  language.value = "zh-CN";
  await shown().toContain("[退出登录]");
  page.submit("退出登录");
  await shown().toContain("[退出登录] Later.");
  isIn = false;
  answers = { ...answers, "/sign-ins/shop/end": json({}) };
  page.submit("退出登录");
  await shown().toContain("shop 还没有登录");
});

import { CHINESE_NAMES } from "./chinese-names.ts";

/** The page's texts. `Backticks` mark code. */
const ENGLISH = {
  other: "中文",
  title: "Set up Parley",
  loading: "Loading…",
  on: "on",
  off: "off",
  attention: "to do",
  keyTitle: "Your key",
  keyText:
    "Enter the value of `ADMIN_API_KEY`. Under `npm run dev`, open the link that it prints instead. The key stays in this tab.",
  keyLabel: "Admin key",
  open: "Open",
  wrongKey: "This key is wrong.",
  closed: "This page is closed",
  closedText:
    "No `ADMIN_API_KEY` is set, so nobody can use this page. On Cloudflare, create a key with `openssl rand -base64 32` and set it: `npx wrangler secret put ADMIN_API_KEY`, or in the dashboard under Workers → your Worker → Settings → Variables and Secrets, as a secret. On AWS: add it to `.aws.vars` and run `npm run deploy:aws -- --settings .aws.vars`. Then reload this page.",
  unreachable:
    "The deployment does not answer. Check the network, and try again.",
  retry: "Try again",
  intro: "Parley {version} on {where}. Check each part below.",
  local: "this machine",
  model: "Model",
  demo: "The demo model answers. It only does sums, looks things up and remembers names.",
  demoNext:
    "For a real model: {set:OPENAI_API_KEY}. For another provider, also set `OPENAI_BASE_URL` and `OPENAI_MODEL`.",
  realModel: "{names} at {host}, agent style {style}.",
  askModel: "Test the key",
  asking: "Asking…",
  answered: "It answers: {ms} ms to the first text.",
  message: "Test message",
  messageText:
    "Tests the whole bot: the message is stored, answered and then deleted.",
  messageLabel: "Message",
  messageDefault: "What is 12.5% of 80.16 * 3?",
  send: "Send",
  usedTools: "Tools used: {tools}.",
  noTools: "No tools were used.",
  telegramNext:
    "Get a token from [@BotFather](https://t.me/BotFather), create a secret with `openssl rand -hex 32`, then {set:TELEGRAM_BOT_TOKEN and TELEGRAM_WEBHOOK_SECRET}.",
  telegramLocal:
    "Telegram cannot reach this machine. Run `{poll}` in a second terminal, and write to the bot.",
  connect: "Connect Telegram",
  connecting: "Connecting…",
  connected: "@{bot} sends its messages to {url}. Waiting: {waiting}.",
  elsewhere: "@{bot} sends its messages to another address: {url}.",
  notConnected: "@{bot} has no webhook yet.",
  lastError: "Last failed delivery, {at}: {message}",
  writeTo: "Write to [@{bot}](https://t.me/{bot}).",
  everybody:
    "Anyone who finds the bot may use it. `TELEGRAM_ALLOWED_USERS` limits that; the bot tells people their ids.",
  channels: "Channels",
  forEverybody: "{name} (for everybody)",
  noChannels: "None is set up.",
  onChannels: "On: {names}.",
  offChannels: "Off: {names}. The guides in docs/channels say what each needs.",
  page: "Chat page",
  pageLocal:
    "[Open](/) on this machine, through the link that `npm run dev` prints.",
  pagePassword: "[Open](/) for those who know the password.",
  pagePublic: "[Open](/) for everybody.",
  pageOff:
    "Closed. For people with a password: {set:WEB_CHAT_PASSWORD and PARLEY_SECRET}.",
  http: "HTTP API",
  httpOn: "For {callers}. Described at [/docs](/docs).",
  httpOff:
    "Off. For a caller named shop: {set:WEBHOOK_API_KEYS}, with a value such as `shop:KEY`.",
  tools: "Tools",
  noToolsSet: "None. Set `TOOLS`.",
  comma: ", ",
  /** Translated names of tools and channels. */
  names: {} as Readonly<Record<string, string>>,
  search: "search by {providers}",
  mcp: "MCP: {servers}",
  signIns: "Tool servers with a sign-in",
  signInsText:
    "The bot has their tools while somebody is signed in. No deployment is needed.",
  signIn: "Sign in",
  signInAgain: "Sign in again",
  signingIn: "Preparing the sign-in…",
  signOut: "Sign out",
  signedIn: "Signed in since {since}.",
  signedInAs: "Signed in as {account} since {since}.",
  signedOut: "Nobody is signed in, so its tools are left out.",
  signInRefused:
    "The server accepts the sign-in no longer, so its tools are left out. Sign in again.",
  signedInByEach:
    "Each person signs in by a link that the bot gives them in a private chat.",
  events: "Events",
  eventsTo: "To {host}: {types}.",
  eventsNext:
    "Off. To tell your own systems what happens in conversations: {set:EVENTS_URL and EVENTS_SIGNING_SECRET}.",
  eventsFailed:
    "Not delivered, {at}: {reason}. Once the receiver works, send again what is under [Undelivered](/console#/deliveries) in the console.",
  brokeOff: "the last attempt broke off",
  team: "Team",
  approvers: {
    asker: "Tools are approved by the person who is answered.",
    operators: "Tools are approved by operators, in the [console](/console).",
    people: "Tools are approved by {people}.",
  },
  teamContinues: "A user who asks for a person is still answered by the bot.",
  teamWaits:
    "A user who asks for a person is left to the team (`HANDOVER_MODE` is `wait`).",
  waitsFor: " If nobody comes within {wait} minutes, the user is told.",
  notified: "The team is told in a chat on {channel}.",
  notNotified:
    "No chat of the team is told. To tell one: {set:HANDOVER_NOTIFY}.",
  hoursOpen: "By `HANDOVER_HOURS`, the team is here now.",
  hoursClosed: "By `HANDOVER_HOURS`, the team is here again on {opens}.",
  silence:
    "A conversation goes back to the bot after {silence} minutes without a word from the person who took it over.",
  noSilence:
    "A person who takes a conversation over has it until they hand it back.",
  gaps: {
    "approvers-off":
      "`TOOL_APPROVERS` names {people}, but {channel} is not set up. Set it up, or name people as `/whoami` shows them where they write.",
    "waits-untold":
      "Nobody is told that a user waits. Set `HANDOVER_NOTIFY`, or `EVENTS_URL` with `conversation.needs_human`.",
    "waits-for-ever":
      "With `HANDOVER_MODE=wait` and `HANDOVER_WAIT_MINUTES=0`, a user who asks for a person gets no answer until an operator comes.",
    "no-link":
      "The notes in the team's chat have no link to the console. Set `PUBLIC_URL`.",
    "no-team":
      "`TOOLS` has `talk_to_human`, or `TOOL_APPROVERS` is `operators`, but there are no operators. Set `ADMIN_API_KEY` or `OPERATOR_KEYS`.",
    "unknown-caller": "`{variable}` names {caller}, which is not a caller.",
    "strangers-unlimited":
      "Strangers on the page can spend any number of tokens. Set `WEB_DAILY_TOKENS` or `GLOBAL_DAILY_TOKENS`.",
  },
  limits: "Limits",
  limit1: "{n} messages per minute for each person.",
  limit2: "{n} tokens per day for each person.",
  limit3: "{n} tokens per day for everyone.",
  limitsOff:
    "None. Set `USER_MESSAGES_PER_MINUTE`, `USER_DAILY_TOKENS` or `GLOBAL_DAILY_TOKENS`.",
  noLimits: "The demo model costs nothing, so there is no token budget.",
  storage: "Storage",
  storageText:
    "{store}; up to {tokens} tokens of the past in a prompt; {kept}.",
  keptForever: "kept until deleted",
  keptDays: "deleted after {days} days",
  misspelled: "Parley has no variable `{variable}`. Did you mean `{likely}`?",
  warnings: "Settings",
  adminNext:
    "Locally the token of this checkout opens `/setup`. A deployment needs `ADMIN_API_KEY`.",
  setLocal: "set `{name}` in `.dev.vars` and restart",
  setCloudflare: "run `npx wrangler secret put {name}`",
  setAws: "set `{name}` in `.aws.vars` and deploy again",
};

export type Texts = typeof ENGLISH;

const CHINESE: Texts = {
  other: "English",
  title: "设置 Parley",
  loading: "正在加载…",
  on: "已启用",
  off: "未启用",
  attention: "待处理",
  keyTitle: "你的密钥",
  keyText:
    "输入 `ADMIN_API_KEY` 的值。用 `npm run dev` 运行时，请直接打开它打印的链接。密钥只保留在这个标签页里。",
  keyLabel: "管理密钥",
  open: "打开",
  wrongKey: "密钥不对。",
  closed: "这个页面还没有开放",
  closedText:
    "没有设置 `ADMIN_API_KEY`，所以谁都不能使用这个页面。在 Cloudflare 上：用 `openssl rand -base64 32` 生成密钥，然后运行 `npx wrangler secret put ADMIN_API_KEY`，或在控制台的 Workers → 你的 Worker → Settings → Variables and Secrets 里添加为 secret。在 AWS 上：写进 `.aws.vars`，再运行 `npm run deploy:aws -- --settings .aws.vars`。完成后刷新本页。",
  unreachable: "部署没有响应。请检查网络后重试。",
  retry: "重试",
  intro: "Parley {version}，运行环境：{where}。请逐项检查。",
  local: "本机",
  model: "模型",
  demo: "现在由演示模型回答：它只会计算、查资料和记住名字。",
  demoNext:
    "使用真正的模型：{set:OPENAI_API_KEY}。其他提供方还要设置 `OPENAI_BASE_URL` 和 `OPENAI_MODEL`。",
  realModel: "{host} 上的 {names}，风格为 {style}。",
  askModel: "测试密钥",
  asking: "正在询问…",
  answered: "模型有回应：{ms} 毫秒后收到第一段文字。",
  message: "测试消息",
  messageText: "消息会经过整个机器人：存储、回答，然后删除。",
  messageLabel: "消息",
  messageDefault: "计算 80.16 * 3 的 12.5%",
  send: "发送",
  usedTools: "用到的工具：{tools}。",
  noTools: "没有用到工具。",
  telegramNext:
    "向 [@BotFather](https://t.me/BotFather) 申请令牌，用 `openssl rand -hex 32` 生成密钥，然后{set:TELEGRAM_BOT_TOKEN 和 TELEGRAM_WEBHOOK_SECRET}。",
  telegramLocal:
    "Telegram 访问不到本机。在另一个终端运行 `{poll}`，再给机器人发消息。",
  connect: "接通 Telegram",
  connecting: "正在接通…",
  connected: "@{bot} 的消息会发到 {url}。等待中：{waiting} 条。",
  elsewhere: "@{bot} 的消息现在发到别的网址：{url}。",
  notConnected: "@{bot} 还没有设置 webhook。",
  lastError: "最近一次投递失败，{at}：{message}",
  writeTo: "给 [@{bot}](https://t.me/{bot}) 发消息。",
  everybody:
    "任何人找到机器人都可以使用。`TELEGRAM_ALLOWED_USERS` 可以限制；机器人会告诉每个人自己的 id。",
  channels: "渠道",
  forEverybody: "{name}（对所有人开放）",
  noChannels: "都没有设置。",
  onChannels: "已启用：{names}。",
  offChannels: "未启用：{names}。docs/zh-CN/channels 里的指南说明各需要什么。",
  page: "聊天网页",
  pageLocal: "在本机[开放](/)，通过 `npm run dev` 打印的链接进入。",
  pagePassword: "对知道密码的人[开放](/)。",
  pagePublic: "对所有人[开放](/)。",
  pageOff: "没有开放。要凭密码开放：{set:WEB_CHAT_PASSWORD 和 PARLEY_SECRET}。",
  http: "HTTP 接口",
  httpOn: "调用方：{callers}。说明见 [/docs](/docs)。",
  httpOff:
    "未启用。添加名为 shop 的调用方：{set:WEBHOOK_API_KEYS}，值形如 `shop:KEY`。",
  tools: "工具",
  noToolsSet: "没有。请设置 `TOOLS`。",
  comma: "、",
  names: CHINESE_NAMES,
  search: "搜索（{providers}）",
  mcp: "MCP：{servers}",
  signIns: "需要登录的工具服务器",
  signInsText: "登录期间，机器人就能使用它们的工具，不用重新部署。",
  signIn: "登录",
  signInAgain: "重新登录",
  signingIn: "正在准备登录…",
  signOut: "退出登录",
  signedIn: "已登录（{since}）。",
  signedInAs: "已用 {account} 登录（{since}）。",
  signedOut: "还没有登录，所以不能使用它的工具。",
  signInRefused: "服务器不再接受这次登录，所以不能使用它的工具。请重新登录。",
  signedInByEach: "每个人通过机器人在私聊里给出的链接自己登录。",
  events: "事件通知",
  eventsTo: "发到 {host}：{types}。",
  eventsNext:
    "未启用。要把对话里发生的事告诉自己的系统：{set:EVENTS_URL 和 EVENTS_SIGNING_SECRET}。",
  eventsFailed:
    "没有送达，{at}：{reason}。接收方恢复后，请在控制台的[未送达](/console#/deliveries)里重新发送。",
  brokeOff: "最后一次尝试中断了",
  team: "团队",
  approvers: {
    asker: "工具要做的事，由提问的人自己同意。",
    operators: "工具要做的事，由运营者在[控制台](/console)同意。",
    people: "工具要做的事，由这些人同意：{people}。",
  },
  teamContinues: "用户要找真人时，机器人照常回答。",
  teamWaits: "用户要找真人时，消息留给团队（`HANDOVER_MODE` 为 `wait`）。",
  waitsFor: "{wait} 分钟内没有人来，会告诉用户。",
  notified: "会在 {channel} 的群里通知团队。",
  notNotified: "没有设置通知团队的群。要设置：{set:HANDOVER_NOTIFY}。",
  hoursOpen: "按 `HANDOVER_HOURS`，现在是团队的工作时间。",
  hoursClosed: "按 `HANDOVER_HOURS`，团队下次上班：{opens}。",
  silence: "接手的人 {silence} 分钟没有说话，机器人就继续回答。",
  noSilence: "对话被接手后，直到交还都归接手的人。",
  gaps: {
    "approvers-off":
      "`TOOL_APPROVERS` 里有 {people}，但没有设置 {channel}。请设置这个渠道，或写成 `/whoami` 在他们发消息的地方显示的 id。",
    "waits-untold":
      "用户在等，却没有人得到通知。请设置 `HANDOVER_NOTIFY`，或让 `EVENTS_URL` 接收 `conversation.needs_human`。",
    "waits-for-ever":
      "`HANDOVER_MODE=wait` 加上 `HANDOVER_WAIT_MINUTES=0`：想请人过来的用户，在有人接手之前得不到回答。",
    "no-link": "群里的通知没有控制台的链接。请设置 `PUBLIC_URL`。",
    "no-team":
      "`TOOLS` 里有 `talk_to_human`，或者 `TOOL_APPROVERS` 是 `operators`，但没有运营者。请设置 `ADMIN_API_KEY` 或 `OPERATOR_KEYS`。",
    "unknown-caller": "`{variable}` 里的 {caller} 不是调用方。",
    "strangers-unlimited":
      "网页上的陌生人想用多少 token 就用多少。请设置 `WEB_DAILY_TOKENS` 或 `GLOBAL_DAILY_TOKENS`。",
  },
  limits: "限额",
  limit1: "每人每分钟 {n} 条消息。",
  limit2: "每人每天 {n} 个 token。",
  limit3: "所有人每天合计 {n} 个 token。",
  limitsOff:
    "没有。请设置 `USER_MESSAGES_PER_MINUTE`、`USER_DAILY_TOKENS` 或 `GLOBAL_DAILY_TOKENS`。",
  noLimits: "演示模型不花钱，因此没有 token 限额。",
  storage: "存储",
  storageText: "{store}；提示词里最多带 {tokens} 个 token 的历史；{kept}。",
  keptForever: "保留到被删除为止",
  keptDays: "{days} 天后删除",
  misspelled: "Parley 没有变量 `{variable}`。是不是 `{likely}`？",
  warnings: "设置",
  adminNext:
    "在本机，凭这份代码的令牌就能打开 `/setup`。部署之后需要 `ADMIN_API_KEY`。",
  setLocal: "在 `.dev.vars` 里设置 `{name}` 并重启",
  setCloudflare: "运行 `npx wrangler secret put {name}`",
  setAws: "在 `.aws.vars` 里设置 `{name}` 并重新部署",
};

export const TEXTS = { en: ENGLISH, "zh-CN": CHINESE };

import type { Texts } from "./texts-english.ts";

export const chinese: Texts = {
  skipToComposer: "跳到输入框",
  newConversation: "新对话",
  otherLanguage: "English",
  demoModelLocal:
    "现在和你聊天的是演示模型，它只会照几条固定的规则回答。要换成真正的模型，请在 .dev.vars 中设置 OPENAI_API_KEY，再重启 npm run dev。",
  demoModelDeployed:
    "现在和你聊天的是演示模型，它只会照几条固定的规则回答。要换成真正的模型，请运行：npx wrangler secret put OPENAI_API_KEY",

  conversation: "对话",
  you: "你",
  speakers: { operator: "团队成员", schedule: "提醒", unattended: "团队" },
  welcomeTitle: "想知道点什么？",
  welcomeText: ({ name, tools }) => {
    const abilities = [
      ...(tools.includes("search") ? ["会查资料"] : []),
      ...(tools.includes("library") ? ["会读我们的文档"] : []),
      ...(tools.includes("calculator") ? ["会计算"] : []),
    ];
    const also = abilities.length === 0 ? "" : `${abilities.join("、")}，也`;
    return `${name} ${also}会记住你在这里说过的话。随便问，或者从下面的例子开始。`;
  },
  examples: {
    calculator: "80.16 * 3 的 12.5% 是多少？",
    search: "阿达·洛芙莱斯是谁？",
    name: "我是来来",
  },
  toLatest: "回到最新消息",

  composerLabel: "你的消息",
  composerHint: "写点什么……",
  send: "发送",
  stop: "停止回答",
  tooLong: (length, limit) =>
    `这条消息有 ${length} 个字符，最多 ${limit} 个，请缩短一些。`,
  attach: "添加文件",
  record: "录一段语音",
  stopRecording: "结束录音",
  attachments: "要发送的文件",
  removeFile: (name) => `移除 ${name}`,
  removeKeptFiles: "移除原来的文件",
  fileProblems: {
    noImages: (name) => `${name}：这个模型看不了图片。`,
    noSound: (name) => `${name}：这个模型听不了录音。`,
    noText: (name) =>
      `${name} 不是纯文本，也不是 PDF 或 DOCX，请把里面的文字粘贴过来。`,
    tooLarge: (name) => `${name} 太大了。文本最大 200 KB，其他最大 1 MB。`,
    tooMany: (name) => `没有添加 ${name}：一条消息最多带四个文件，合计 2 MB。`,
    unreadable: (name) => `${name} 读不出来。`,
    noMicrophone: () =>
      "用不了麦克风：请在浏览器设置里允许这个网页使用，或者添加录音文件。",
  },

  loading: "正在打开你的对话……",
  sending: "正在发送……",
  waiting: "等前一条回答完，就轮到这条……",
  thinking: "正在思考……",
  retrying: (seconds) => {
    const wait =
      seconds < 60 ? `${seconds} 秒` : `${Math.round(seconds / 60)} 分钟`;
    return `连不上语言模型，${wait}后重试……`;
  },
  answering: "正在回答……",
  reconnecting: "连接断开了，正在重试……",
  lost: "连接断开了。回答可能已经写完。",
  tryAgain: "重试",
  notSent: "这条消息没有发出去。",
  sendAgain: "重新发送",
  askAgain: "再问一次",
  unreachable: "连不上服务器，请检查网络。",
  unexpected: "服务器出了点问题。",
  noAnswer: "没有得到回答。",

  steps: (count) => `${count} 个步骤`,
  sources: (count) => (count === undefined ? "来源" : `来源（${count}）`),
  loadingDetails: "正在查找……",
  searched: (input) => `已搜索：${input}`,
  calculated: (input) => `已计算：${input}`,
  used: (tool, input) => `已使用 ${tool}：${input}`,
  thought: "思考",
  tool: "工具",
  input: "输入",
  observation: "结果",
  cost: "用时与用量",
  modelMs: (ms) => `模型 ${ms} 毫秒`,
  toolMs: (ms) => `工具 ${ms} 毫秒`,
  tokens: (usage) =>
    `输入 ${usage.input_tokens} token（缓存 ${usage.cached_input_tokens}），输出 ${usage.output_tokens} token`,

  code: "代码",
  table: "表格",
  formula: "公式",
  footnotes: "脚注",
  footnote: (number) => `脚注 ${number}`,
  backToText: (number) => `回到脚注 ${number} 的正文位置`,
  taskDone: "已完成",
  taskOpen: "待办",
  image: (description) => `图片：${description}`,
  copy: "复制",
  copyCode: "复制代码",
  copyAnswer: "复制回答",
  copied: "已复制",

  cancel: "取消",

  passwordTitle: "这个聊天页设有密码",
  passwordText: "请输入主人给你的密码。",
  password: "密码",
  logIn: "进入",
  wrongPassword: "密码不对。",

  proofTitle: "请稍候",
  proofText: "打开聊天之前，需要先确认你不是机器人。",

  conversations: "对话列表",
  searchConversations: "搜索对话",
  noConversations: "你的对话会列在这里。",
  search: {
    done: "没有匹配的标题，也没有匹配的消息。",
    searching: "正在搜索消息……",
    failed: "消息搜索失败，请重试。",
  },
  actionsFor: (title) => `“${title}”的操作`,
  rename: "重命名",
  deleteConversation: "删除",
  exportAs: (format) => `导出为 ${format}`,
  notRenamed: "没能重命名这个对话。",
  deleted: "对话已删除。",
  notDeleted: "没能删除这个对话。",
  undo: "撤销",
  tooManyConversations: "对话太多了，请先删除一个。",
  begun: "新对话开始了。",

  thumbs: { up: "回答得好", down: "回答得不好" },
  thumbsDownReason: "哪里不好？（可不填）",
  memory: {
    title: "记忆",
    about:
      "这是我为已经看不到的消息做的笔记，每次回答之前都会读。我们的消息本身保留。",
    none: "我没有笔记：这个对话的消息我都还能看到，或者更早的已经不记得了。",
    change: "修改",
    delete: "删除",
    changeNote: (number) => `修改第 ${number} 条笔记`,
    deleteNote: (number) => `删除第 ${number} 条笔记`,
    save: "保存",
    close: "关闭",
    problems: {
      failed: "没有成功，请再试一次。",
      changed: "笔记已经变了，所以什么都没有做。请再看一遍。",
    },
  },
  suggestions: "可以接着问",
  answers: "回答这个问题",
  rated: "谢谢你的反馈。",
  notRated: "评价没能保存。",
  regenerate: "重新生成",
  edit: "编辑",
  editing: "正在编辑一条消息，对话会从这里继续。",
  version: (number, of) => `第 ${number} 个版本，共 ${of} 个`,
  previousVersion: "上一个版本",
  nextVersion: "下一个版本",
  tryNow: "立即重试",
  theme: "配色",
  themes: { system: "跟随系统", light: "浅色", dark: "深色" },
  languages: "语言",
  signOut: "退出登录",

  problems: {
    "site-not-listed": {
      title: "这个网站不能显示聊天",
      detail:
        "聊天的主人没有列出这个网站：请把它的来源加到 WEB_EMBED_ORIGINS。",
    },
    "identity-required": {
      title: "请先登录",
      detail: "登录这个网站之后，就可以在这里聊天。",
    },
    "identity-expired": {
      title: "登录已经过期",
      detail: "请刷新页面，或重新登录这个网站。",
    },
    "identity-wrong": {
      title: "网站没能说明你是谁",
      detail:
        "网站给的身份令牌无效。它必须是带 sub 和 exp 的 JWT，用 WEB_IDENTITY_SECRET 按 HS256 签名。",
    },
    "link-required": {
      title: "请打开 npm run dev 打印的链接",
      detail: "链接在启动 Parley 的终端里，以 ?token=… 结尾。",
    },
    forgotten: {
      title: "这个对话已经被忘掉了。",
      detail: "可以把问题再问一次。",
    },
    "unknown-message": {
      title: "服务器上没有这条消息。",
      detail: "可以把问题再问一次。",
    },
    "outdated-edit": {
      title: "这条消息现在不能编辑。",
      detail: "它已被编辑过，或者选了别的版本。请刷新页面。",
    },
    "still-answering": {
      title: "还有一条消息正在回答。",
      detail: "等回答完，或停止之后，再选别的版本。",
    },
    "conversation-busy": {
      title: "排队的消息太多了。",
      detail: "请等前面的回答完再发。",
    },
    "too-many-messages": {
      title: "发得太快了。",
      detail: "请过一分钟再发。",
    },
    "too-many-messages-from-network": {
      title: "你所在的网络发来的消息太多了。",
      detail: "和你共用同一个网络地址的人一起算。请过一分钟再发。",
    },
    "too-many-messages-from-site": {
      title: "这个网站发来的消息太多了。",
      detail: "网站的所有访客一起算。请过一分钟再发。",
    },
    "too-many-searches": {
      title: "搜索得太快了。",
      detail: "请过一分钟再搜。",
    },
    "too-many-files-from-network": {
      title: "你所在的网络发来的文件太多了。",
      detail:
        "和你共用同一个网络地址的人一起算。请过一个小时再发，或不带文件发送。",
    },
    "too-many-streams": {
      title: "同时打开的回答太多了。",
      detail: "请关掉本页的其他标签页，或等前面的回答完再试。",
    },
    "too-many-sessions": {
      title: "你所在的网络新来的访客太多了",
      detail:
        "和你共用同一个网络地址的人一起算。请过一个小时再来，或换个网络。",
    },
    "too-many-guesses": {
      title: "输错密码的次数太多了。",
      detail: "输错密码的次数太多了，请过十分钟再试。",
    },
    "challenge-required": {
      title: "请先确认你不是机器人",
      detail: "新访客都要先确认。请重新打开本页。",
    },
    "challenge-failed": {
      title: "没有通过验证",
      detail: "没能确认你不是机器人，也可能是验证超时了。请再试一次。",
    },
    "challenge-unavailable": {
      title: "暂时不能接待新访客",
      detail: "验证服务没有正常响应。请过一分钟再试；以前来过的访客不受影响。",
    },
    "challenge-blocked": {
      title: "验证加载不出来",
      detail: "可能是网络或浏览器扩展拦截了它。请放行后再试。",
    },
    "session-required": {
      title: "没有会话。",
      detail: "请允许本页使用 Cookie，然后重新打开。",
    },
    "web-chat-off": {
      title: "这个聊天页没有开放",
      detail: "主人把 WEB_CHAT 设为 password 或 public 后即可使用。",
    },
  },
};

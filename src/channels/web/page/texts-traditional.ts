import { traditionalProblems } from "./problem-texts.ts";
import type { Texts } from "./texts-english.ts";

export const traditional: Texts = {
  skipToComposer: "跳到輸入框",
  newConversation: "新對話",
  otherLanguage: "English",
  demoModelLocal:
    "現在和你聊天的是演示模型，它只會照幾條固定的規則回答。要換成真正的模型，請在 .dev.vars 中設定 OPENAI_API_KEY，再重啟 npm run dev。",
  demoModelDeployed:
    "現在和你聊天的是演示模型，它只會照幾條固定的規則回答。要換成真正的模型，請執行：npx wrangler secret put OPENAI_API_KEY",

  conversation: "對話",
  you: "你",
  welcomeTitle: "想知道點什麼？",
  welcomeText: ({ name, tools }) => {
    const abilities = [
      ...(tools.includes("search") ? ["會查資料"] : []),
      ...(tools.includes("library") ? ["會讀我們的文件"] : []),
      ...(tools.includes("calculator") ? ["會計算"] : []),
    ];
    const also = abilities.length === 0 ? "" : `${abilities.join("、")}，也`;
    return `${name} ${also}會記住你在這裡說過的話。隨便問，或者從下面的例子開始。`;
  },
  examples: {
    calculator: "80.16 * 3 的 12.5% 是多少？",
    search: "阿達·洛芙萊斯是誰？",
    name: "我是來來",
  },
  toLatest: "回到最新訊息",

  composerLabel: "你的訊息",
  composerHint: "寫點什麼……",
  send: "傳送",
  stop: "停止回答",
  tooLong: (length, limit) =>
    `這條訊息有 ${length} 個字元，最多 ${limit} 個，請縮短一些。`,
  attach: "加入檔案",
  attachments: "要傳送的檔案",
  removeFile: (name) => `移除 ${name}`,
  fileProblems: {
    noImages: (name) => `${name}：這個模型看不了圖片。`,
    noSound: (name) => `${name}：這個模型聽不了錄音。`,
    noText: (name) => `${name} 不是純文字，請把裡面的文字貼過來。`,
    tooLarge: (name) =>
      `${name} 太大了。文字檔最大 200 KB，錄音和圖片最大 1 MB。`,
    tooMany: (name) => `沒有加入 ${name}：一條訊息最多帶四個檔案，合計 2 MB。`,
    cut: (name) => `${name} 只有這段文字的前 200 KB，再多讀不了。`,
    unreadable: (name) => `${name} 讀不出來。`,
  },

  loading: "正在開啟你的對話……",
  sending: "正在傳送……",
  waiting: "等前一條回答完，就輪到這條……",
  thinking: "正在思考……",
  retrying: (seconds) => {
    const wait =
      seconds < 60 ? `${seconds} 秒` : `${Math.round(seconds / 60)} 分鐘`;
    return `連不上語言模型，${wait}後重試……`;
  },
  answering: "正在回答……",
  reconnecting: "連線斷開了，正在重試……",
  lost: "連線斷開了。回答可能已經寫完。",
  tryAgain: "重試",
  notSent: "這條訊息沒有發出去。",
  sendAgain: "重新發送",
  askAgain: "再問一次",
  unreachable: "連不上伺服器，請檢查網路。",
  unexpected: "伺服器出了點問題。",
  noAnswer: "沒有得到回答。",

  steps: (count) => (count === undefined ? "步驟" : `${count} 個步驟`),
  noSteps: "這個回答沒有用到任何工具。",
  sources: (count) => (count === undefined ? "來源" : `來源（${count}）`),
  noSources: "這個回答沒有引用任何網頁。",
  loadingDetails: "正在查詢……",
  searched: (input) => `已搜尋：${input}`,
  calculated: (input) => `已計算：${input}`,
  used: (tool, input) => `已使用 ${tool}：${input}`,
  thought: "思考",
  tool: "工具",
  input: "輸入",
  observation: "結果",

  code: "程式碼",
  table: "表格",
  formula: "公式",
  footnotes: "註腳",
  footnote: (number) => `註腳 ${number}`,
  backToText: (number) => `回到註腳 ${number} 的正文位置`,
  taskDone: "已完成",
  taskOpen: "待辦",
  image: (description) => `圖片：${description}`,
  copy: "複製",
  copyCode: "複製程式碼",
  copyAnswer: "複製回答",
  copied: "已複製",

  cancel: "取消",

  passwordTitle: "這個聊天頁設有密碼",
  passwordText: "請輸入主人給你的密碼。",
  password: "密碼",
  logIn: "進入",
  wrongPassword: "密碼不對。",

  proofTitle: "請稍候",
  proofText: "開啟聊天之前，需要先確認你不是機器人。",

  conversations: "對話列表",
  searchConversations: "搜尋對話",
  noConversations: "你的對話會列在這裡。",
  nothingFound: "沒有標題包含這些字的對話。",
  rename: "重新命名",
  deleteConversation: "刪除",
  exportAs: (format) => `匯出為 ${format}`,
  deleted: "對話已刪除。",
  notDeleted: "沒能刪除這個對話。",
  undo: "撤銷",
  tooManyConversations: "對話太多了，請先刪除一個。",
  begun: "新對話開始了。",

  regenerate: "重新生成",
  edit: "編輯",
  editing: "正在編輯你的上一條訊息。",
  tryNow: "立即重試",
  theme: "配色",
  themes: { system: "跟隨系統", light: "淺色", dark: "深色" },
  languages: "語言",
  signOut: "退出登入",

  problems: traditionalProblems,
};

/**
 * Texts of problems by slug, if the page has its own in a language. The
 * server's are English.
 */
type ProblemTexts = Readonly<
  Record<string, { readonly title: string; readonly detail?: string }>
>;

export const englishProblems: ProblemTexts = {
  "challenge-blocked": {
    title: "The check of new visitors could not be shown",
    detail:
      "Your network or an extension of your browser may block it. Allow it for this page, and try again.",
  },
};

/**
 * Problems of failed turns. Their detail is the notice, which says it all, in
 * the language of the message.
 */
export const FAILED_TURNS: ReadonlySet<string> = new Set([
  "turn-failed",
  "model-unreachable",
  "model-unauthorized",
  "model-quota",
  "model-unknown",
]);

export const chineseProblems: ProblemTexts = {
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
    detail: "和你共用同一个网络地址的人一起算。请过一个小时再来，或换个网络。",
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
};

export const traditionalProblems: ProblemTexts = {
  "link-required": {
    title: "請開啟 npm run dev 列印的連結",
    detail: "連結在啟動 Parley 的終端裡，以 ?token=… 結尾。",
  },
  forgotten: {
    title: "這個對話已經被忘掉了。",
    detail: "可以把問題再問一次。",
  },
  "unknown-message": {
    title: "伺服器上沒有這條訊息。",
    detail: "可以把問題再問一次。",
  },
  "conversation-busy": {
    title: "排隊的訊息太多了。",
    detail: "請等前面的回答完再發。",
  },
  "too-many-messages": {
    title: "發得太快了。",
    detail: "請過一分鐘再發。",
  },
  "too-many-messages-from-network": {
    title: "你所在的網路發來的訊息太多了。",
    detail: "和你共用同一個網路地址的人一起算。請過一分鐘再發。",
  },
  "too-many-files-from-network": {
    title: "你所在的網路發來的檔案太多了。",
    detail:
      "和你共用同一個網路地址的人一起算。請過一個小時再發，或不帶檔案傳送。",
  },
  "too-many-streams": {
    title: "同時開啟的回答太多了。",
    detail: "請關掉本頁的其他標籤頁，或等前面的回答完再試。",
  },
  "too-many-sessions": {
    title: "你所在的網路新來的訪客太多了",
    detail: "和你共用同一個網路地址的人一起算。請過一個小時再來，或換個網路。",
  },
  "too-many-guesses": {
    title: "輸錯密碼的次數太多了。",
    detail: "輸錯密碼的次數太多了，請過十分鐘再試。",
  },
  "challenge-required": {
    title: "請先確認你不是機器人",
    detail: "新訪客都要先確認。請重新開啟本頁。",
  },
  "challenge-failed": {
    title: "沒有通過驗證",
    detail: "沒能確認你不是機器人，也可能是驗證超時了。請再試一次。",
  },
  "challenge-unavailable": {
    title: "暫時不能接待新訪客",
    detail: "驗證服務沒有正常響應。請過一分鐘再試；以前來過的訪客不受影響。",
  },
  "challenge-blocked": {
    title: "驗證載入不出來",
    detail: "可能是網路或瀏覽器擴充套件攔截了它。請放行後再試。",
  },
  "session-required": {
    title: "沒有會話。",
    detail: "請允許本頁使用 Cookie，然後重新開啟。",
  },
  "web-chat-off": {
    title: "這個聊天頁沒有開放",
    detail: "主人把 WEB_CHAT 設為 password 或 public 後即可使用。",
  },
};

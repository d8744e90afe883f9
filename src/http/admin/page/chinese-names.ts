/** Of tools, and of channels that have another name in English. */
export const CHINESE_NAMES = {
  calculator: "计算器",
  current_time: "报时",
  library: "资料库",
  read_page: "阅读网页",
  search: "搜索",
  remind_me: "提醒",
  talk_to_human: "请人过来",
  ask_user: "向用户提问",
  feishu: "飞书",
  wechat: "微信公众号",
  wecom: "企业微信",
};

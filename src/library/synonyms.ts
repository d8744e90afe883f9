import { stemOf } from "./stem.ts";

/**
 * Groups of synonyms for any subject: verbs and common nouns. Languages are
 * separate, since a user may read only one. Includes irregular forms, which
 * stemming misses.
 */
const ENGLISH = `delete remove erase forget clear
  keep kept store save retain remember
  change replace switch rotate edit modify
  picture image photo
  big large size
  cost price expensive
  error fail failure wrong problem
  crash die
  limit maximum
  set setting configure configuration
  install setup
  start run launch
  stop cancel abort
  resume continue
  retry resend repeat
  send sent
  receive get
  find search
  show display
  allow enable permit
  forbid disable block
  voice audio recording
  file document attachment
  answer reply response
  chat conversation
  person people user
  check verify test
  write written wrote
  down unavailable unreachable
  earlier past previous
  expire expiry retention`;

const CHINESE = `删除 清除 清空 移除 删掉
  保存 保留 存储 储存
  更换 替换 轮换 换成 修改 更改
  图片 照片 图像
  费用 价格 花费 成本
  错误 失败 出错 写错 无效
  崩溃 终止
  限制 上限 最多
  设置 配置 设定
  开始 启动 运行
  停止 取消 中断
  继续 恢复
  重试 重发
  收到 接收
  查找 搜索
  显示 查看 看到
  允许 启用
  语音 录音
  文件 文档 附件
  回答 回复 答复
  聊天 对话 会话
  记录 历史
  检查 验证
  密钥 令牌
  用量 预算 额度
  区别 不同
  名字 名称
  网页 页面`;

const SYNONYMS = new Map<string, readonly string[]>(
  `${ENGLISH}\n${CHINESE}`.split("\n").flatMap((line) => {
    const group = line.trim().split(" ");
    return group.map((word) => [keyOf(word), group] as const);
  }),
);

/** Synonyms of a query word in any form and case; mostly none. */
export function synonymsOf(word: string): readonly string[] {
  const key = keyOf(word.toLowerCase());
  return (SYNONYMS.get(key) ?? []).filter((other) => keyOf(other) !== key);
}

/** Only words in Latin letters have inflected forms. */
function keyOf(word: string): string {
  return /^[a-z]+$/.test(word) ? stemOf(word) : word;
}

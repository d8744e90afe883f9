import { expect, it } from "vitest";
import { toTraditional } from "../../scripts/to-traditional.ts";

it.each([
  ["服务器上没有这条消息。", "伺服器上沒有這則訊息。"],
  ["请打开 npm run dev 打印的链接", "請開啟 npm run dev 印出的連結"],
  ["重新发送", "重新傳送"],
  ["退出登录", "登出"],
  ["`${name} 里有 <b>代码</b>`", "`${name} 裡有 <b>程式碼</b>`"],
  ["English stays: const { text } = 1;", "English stays: const { text } = 1;"],
])("writes %s in the words of Taiwan", (simplified, traditional) => {
  expect(toTraditional(simplified)).toBe(traditional);
});

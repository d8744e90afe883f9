import { Converter, CustomConverter } from "opencc-js";

const convert = Converter({ from: "cn", to: "twp" });

/** Where OpenCC's words are not those of software in Taiwan. */
const correct = CustomConverter([
  ["標籤頁", "分頁"],
  ["擴充套件", "擴充功能"],
  ["超時", "逾時"],
  ["撤銷", "復原"],
  ["重新生成", "重新產生"],
  ["發送", "傳送"],
  ["響應", "回應"],
  ["會話", "工作階段"],
  ["腳註", "註腳"],
  ["列印", "印出"],
  ["前一條", "前一則"],
  ["這條", "這則"],
  ["條訊息", "則訊息"],
  ["這條訊息", "這則訊息"],
  ["連線斷開", "連線中斷"],
  ["退出登入", "登出"],
  ["網路地址", "網路位址"],
  ["文本最大", "文字檔最大"],
  ["純文本", "純文字"],
  ["新增檔案", "加入檔案"],
  ["沒有新增", "沒有加入"],
  ["貼上過來", "貼過來"],
  ["演示", "示範"],
  ["終端", "終端機"],
]);

/** Simplified Chinese to Traditional, with the words of Taiwan. */
export function toTraditional(text: string): string {
  return correct(convert(text));
}

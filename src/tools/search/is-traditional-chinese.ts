/** Frequent characters that simplified writing replaces by others, and words of queries above all: countries, offices, things. */
const TRADITIONAL_CHARACTERS =
  "這來國個說們為時會過學對麼沒還發當無開見經頭從動兩長樣現將與進實點種聲話兒問機給" +
  "幾業間電門東聽氣關並內軍產萬體別處總場師書員華報馬張難數車應親務製記邊風戰許覺題" +
  "統請愛讓認論義術結連遠資隊帶條變聯權該領傳紅決達辦運強區轉眾輕語滿識極黃臉錢黨設" +
  "雙歷廣議際則單據導網專誰讀飛觀爭組視濟離雖壞臺灣龍島鐵銀歲曆圖館樓橋燈醫藥蘭羅亞" +
  "歐韓魯濱滬粵寧遼陝貝魚鳥雞豬貓龜樹葉麥飯麵糧雲腦軟碼線維誌紀錄衛劇樂藝畫詩詞賽選" +
  "舉團憲罰獄艦槍彈陸億財貨幣匯債稅價買賣貿購輛軌聖誕縣鄉鎮鄭陳劉趙孫楊吳馮蔣謝盧蘇" +
  "鄧閻齊衝壓參構療營養奧適響環濕熱溫測驗傷損級標準顯顏額鬥鬧鮮麗";

const TRADITIONAL = new RegExp(`[${TRADITIONAL_CHARACTERS}]`, "u");

/** Whether a Chinese text is certainly in traditional writing; what both writings share, such as 台北, tells nothing. */
export function isTraditionalChinese(text: string): boolean {
  return TRADITIONAL.test(text);
}

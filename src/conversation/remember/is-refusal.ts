/**
 * How models begin to refuse, by language. Notes, which speak of the user, do
 * not begin so.
 */
const REFUSALS = [
  // English
  "(?:i['’]m|i am) (?:\\p{L}+ )?(?:sorry|afraid)",
  "sorry(?:[^\\p{L}\\p{N}]*$|[,.!;:–—-]| (?:but|i|for)\\b)",
  "(?:my )?apologies",
  "i (?:\\p{L}+ )?apologi[sz]e",
  "i (?:can(?:no|['’])?t|am (?:unable|not able)|won['’]?t|will not|must (?:decline|refuse)|do(?: not|n['’]t) (?:feel|think|have))\\b",
  "i(?:['’]d| would) rather not",
  "i['’]m (?:unable|not able)\\b",
  "as an? (?:\\p{L}+ ){0,3}(?:ai|assistant|(?:language )?model)\\b",
  "unfortunately,? i\\b",
  "(?:this|your) (?:request|conversation|content) (?:violates|goes against|is not|cannot|can['’]t)",
  "(?:the|this|your) (?:request|content|prompt|input) was (?:flagged|rejected|blocked)",
  // German, Dutch, Swedish
  "(?:es )?tut mir (?:\\p{L}+ )?leid",
  "entschuldig",
  "leider (?:kann|darf|ist es mir)",
  "ich (?:kann|darf) (?:\\p{L}+ ){0,4}nicht",
  "(?:het )?spijt me|helaas|ik kan (?:\\p{L}+ ){0,4}niet",
  "tyvärr|jag kan (?:\\p{L}+ ){0,3}inte|förlåt",
  // French, Spanish, Portuguese, Italian
  "(?:je suis )?(?:\\p{L}+ )?désolée?|je ne (?:peux|suis pas)|malheureusement",
  "lo (?:siento|lamento)|no puedo|(?:me )?disculp|lamentablemente|desafortunadamente",
  "(?:me )?desculpe|sinto muito|lamento|(?:eu )?não posso|infelizmente",
  "mi (?:dispiace|spiace)|(?:io )?non posso|purtroppo",
  // Polish, Russian, Ukrainian
  "przepraszam|przykro mi|niestety|nie mogę",
  "(?:к сожалению|извините|простите|прошу прощения)|я не (?:могу|смогу)",
  "(?:на жаль|вибачте|перепрошую)|я не можу",
  // Turkish, Arabic, Hindi
  "üzgünüm|maalesef|özür dilerim",
  "(?:عذر|آسف|أعتذر|معذرة|للأسف)|لا (?:أستطيع|يمكنني)",
  "क्षमा|माफ़|माफ करें|मुझे खेद",
  // Indonesian, Vietnamese, Thai
  "(?:mohon )?maaf|saya tidak (?:bisa|dapat)|xin lỗi|rất tiếc|tôi không thể|ขออภัย|ขอโทษ",
  // Chinese, Japanese, Korean
  "(?:非常|很|十分|真的?)?(?:抱歉|对不起|對不起|不好意思|遗憾|遺憾)",
  "(?:这个|這個|该)?(?:请求|請求|问题|問題)?[，,]?我(?:无法|無法|不能|没法|沒法|没办法|沒辦法|不可以|拒绝|拒絕)|无法(?:协助|提供|帮)",
  "作[为為](?:一[个個名])?\\p{L}{0,4}(?:AI|人工智能|人工智慧|语言模型|語言模型|助手|助理)",
  "(?:大変)?(?:申し訳|恐れ入り|恐縮|すみません|ごめん|残念ながら)",
  "(?:정말 )?(?:죄송|미안|유감)|저는 .{0,10}(?:할|도와드릴) 수 없",
];

const REFUSAL = new RegExp(`^(?:${REFUSALS.join("|")})`, "iu");

/** Longer texts have something to say. */
const MAX_LENGTH = 600;

/** Whether a text is a model's refusal, in most languages that people write. */
export function isRefusal(text: string): boolean {
  return text.length <= MAX_LENGTH && REFUSAL.test(withoutOpening(text));
}

/** In place of notes: the prompt says "none yet" of missing ones. */
const NOTHING =
  /^(?:none(?: yet)?|n\/?a|nothing(?: yet| to (?:note|add|summari[sz]e))?|no (?:notes|summary|messages|information)(?: yet| available)?|empty|null|undefined|无|暂无|没有|無|なし|нет|keine?|ninguna?|aucune?)?$/iu;

/** Whether a text has no words, or only says that there is nothing. */
export function isNothing(text: string): boolean {
  return NOTHING.test(withoutOpening(text).replace(/[^\p{L}\p{N}]+$/u, ""));
}

const OPENING =
  /^(?:[^\p{L}\p{N}]+|(?:notes?|summary|assistant|笔记|摘要)(?=[*_ ]*[:：\n])|thank you[^.!\n]{0,60}(?=[.!])|(?:oh|hi|hello|hmm?|well|however|but)(?=[,.! ]))+/iu;

/** Without marks, headings and polite words at the beginning. */
function withoutOpening(text: string): string {
  return text.replace(OPENING, "");
}

/**
 * Characters that are invisible to people but read by models: controls, and
 * Unicode's default ignorables, such as soft hyphens, bidirectional controls,
 * fillers, variation selectors and tags. Spares those with a visible effect:
 * the joiners of emoji and many scripts, and the selector that turns a
 * character into an emoji (`❤️`, `1️⃣`).
 * Source: https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
export const INVISIBLE =
  /[^\P{Cc}\s]|(?!\u{200C}|\u{200D}|\u{FE0F})\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic}|[#*\d](?=\u{FE0F}\u{20E3}))\u{FE0F}|(?:\u{200C}|\u{200D})(?=\u{200C}|\u{200D}|\p{ASCII}|$)|(?<=\p{ASCII}|^)(?:\u{200C}|\u{200D})|[\u{FFF9}-\u{FFFB}]/gu;

/**
 * Message delimiters of chat templates: `<|im_start|>`, `<｜User｜>`, `[INST]`,
 * `<<SYS>>`, `</s>`, `<start_of_turn>`. Many servers do not escape them in
 * messages.
 */
const TEMPLATE_MARK =
  /<(?=[|｜][^<>\n]{1,40}[|｜]>|\/?s>|<\/?SYS>>|(?:start|end)_of_turn>)|\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])/giu;

/**
 * Makes untrusted text safe for a prompt: removes invisible characters and
 * breaks up delimiters of chat templates.
 */
export function cleanUntrusted(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(INVISIBLE, "")
    .replaceAll(TEMPLATE_MARK, "$& ");
}

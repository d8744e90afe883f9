/**
 * Characters that nobody sees, but models read: controls, and what Unicode lets programs ignore, such as soft hyphens,
 * marks that turn the direction of writing, fillers, variation selectors and tags. Not those that people see the effect
 * of: the joiners of emoji and of many scripts, and the selector that makes an emoji of a sign (`❤️`, `1️⃣`).
 * Source: https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
export const INVISIBLE =
  /[^\P{Cc}\s]|(?!\u{200C}|\u{200D}|\u{FE0F})\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic}|[#*\d](?=\u{FE0F}\u{20E3}))\u{FE0F}|(?:\u{200C}|\u{200D})(?=\u{200C}|\u{200D}|\p{ASCII}|$)|(?<=\p{ASCII}|^)(?:\u{200C}|\u{200D})|[\u{FFF9}-\u{FFFB}]/gu;

/**
 * What chat templates read as the border of a message: `<|im_start|>`, `<｜User｜>`, `[INST]`, `<<SYS>>`, `</s>`,
 * `<start_of_turn>`. Many servers take them out of no message.
 */
const TEMPLATE_MARK =
  /<(?=[|｜][^<>\n]{1,40}[|｜]>|\/?s>|<\/?SYS>>|(?:start|end)_of_turn>)|\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])/giu;

/** A stranger's text for a prompt: without characters that nobody sees, and with marks of chat templates taken apart. */
export function cleanUntrusted(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(INVISIBLE, "")
    .replaceAll(TEMPLATE_MARK, "$& ");
}

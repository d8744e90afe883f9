/** `<|im_end|>`, `<｜end▁of▁sentence｜>` and the like: no natural text holds them. */
export const SPECIAL_TOKEN =
  /<[|｜]([\w▁]{1,40})[|｜]>|<(start_of_turn|end_of_turn|eos|bos)>|(?<!\S)<(s)>|<(\/s)>(?=\s*(?:$|<s>|\n))|\[(\/?INST)\]/g;
const ROLE_NAME =
  /^\s*(user|human|system|developer|tool|observation|assistant|model|ai)\b[ \t]*\n?/i;
const ROLE_TOKEN = /^(?:user|human|system|observation|assistant)$/i;
/** A role's name in plain text behind these opens its turn. */
const ROLE_OPENER =
  /^(?:im_start|start_header_id|start_of_turn|start|im_end|eot_id|end_of_turn|end)$/;
const END_OF_TEXT = /^(?:endoftext|end_of_text|end▁of▁sentence|eos|\/s)$/;
/** These stay for whoever reads native tool calls. */
const NATIVE_CALL =
  /^(?:tool_call_begin|tool_call_argument_begin|tool▁call▁begin|tool▁sep)$/;
const HARMONY_CALL =
  /^\s*(?:commentary|analysis)?\s*to=(?:functions\.)?([\w.-]+)/;

/**
 * The assistant's first turn, without special tokens. A model that runs on opens further turns, which are cut off; one
 * that repeats its prompt opens with another role's turn, which is not its answer. Harmony's analysis is left out, and
 * its calls become `<function=…>`.
 */
export function takeFirstTurn(reply: string): {
  text: string;
  /** The model ended it before the reply's end. */
  isEnded: boolean;
} {
  let kept = "";
  /** Whether more than blanks was kept; not asked of all of it behind each token. */
  let hasText = false;
  let from = 0;
  let isSkipping = false;
  let isHeader = false;
  const keep = (until: number): void => {
    if (isSkipping) return;
    const piece = reply.slice(from, until);
    kept += piece;
    hasText ||= piece.trim() !== "";
  };
  for (const match of reply.matchAll(SPECIAL_TOKEN)) {
    const token =
      match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5] ?? "";
    if (
      match.index < from ||
      NATIVE_CALL.test(token) ||
      isQuoted(reply, match.index, match[0].length)
    )
      continue;
    keep(match.index);
    from = match.index + match[0].length;
    if (END_OF_TEXT.test(token) && hasText)
      return { text: kept, isEnded: true };
    const role = readRole(reply, token, from);
    if (role !== undefined) {
      if (hasText) return { text: kept, isEnded: true };
      from = role.end;
      isSkipping = !role.isAssistant;
    } else if (token === "channel") {
      const header = reply.slice(from, from + 120);
      const call = HARMONY_CALL.exec(header)?.[1];
      isSkipping =
        call === undefined && /^\s*(?:analysis|commentary)\b/.test(header);
      if (call !== undefined) {
        kept += `<function=${call}>`;
        hasText = true;
      }
      isHeader = true;
      from += /^[^<]*/.exec(header)?.[0].length ?? 0;
    } else if (token === "constrain" && isHeader)
      from += /^\s*\w*\s*/.exec(reply.slice(from, from + 40))?.[0].length ?? 0;
    else if (token === "message") isHeader = false;
    else if (isSkipping && token === "end") isSkipping = false;
  }
  keep(reply.length);
  return { text: kept, isEnded: false };
}

/** The turn that a token opens, if it opens one. */
function readRole(
  reply: string,
  token: string,
  from: number,
): { isAssistant: boolean; end: number } | undefined {
  if (token === "INST") return { isAssistant: false, end: from };
  if (token === "/INST") return { isAssistant: true, end: from };
  if (ROLE_TOKEN.test(token) || /^(?:User|Assistant)$/.test(token))
    return { isAssistant: /^assistant$/i.test(token), end: from };
  if (!ROLE_OPENER.test(token)) return undefined;
  const name = ROLE_NAME.exec(reply.slice(from, from + 40));
  if (name === null) return undefined;
  return {
    isAssistant: /^(?:assistant|model|ai)$/i.test(name[1] ?? ""),
    end: from + name[0].length,
  };
}

/** In backticks or quotes on both sides: the text speaks of the token. */
function isQuoted(text: string, start: number, length: number): boolean {
  const before = text.charAt(start - 1);
  return (
    before !== "" &&
    "`\"'".includes(before) &&
    text.charAt(start + length) === before
  );
}

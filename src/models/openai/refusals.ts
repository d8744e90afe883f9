/**
 * What the texts of providers' errors mean. Each rule lists the wordings that
 * were seen, since codes differ and many servers send none.
 */

/** OpenAI, DashScope, Moonshot, Zhipu, MiniMax and DeepSeek. */
const EMPTY_ACCOUNT =
  /insufficient_quota|billing_not_active|billing_hard_limit_reached|exceeded_current_quota|exceeded your current quota|Arrearage|insufficient (?:balance|credits?|funds)|余额不足|欠费/i;

/** The account has no credit left. */
export function isEmptyAccount(text: string): boolean {
  return EMPTY_ACCOUNT.test(text);
}

/**
 * 404: OpenRouter, if no provider of the model supports it. 500:
 * llama-cpp-python.
 */
const FORMAT_REFUSALS = new Set<number | undefined>([400, 404, 422, 500, 501]);
const FORMAT_NAMES = /response_format|json_schema|json_object|grammar/i;

/** The server cannot enforce a reply format, or not this type. */
export function refusesReplyFormat(
  status: number | undefined,
  text: string,
): boolean {
  return FORMAT_REFUSALS.has(status) && FORMAT_NAMES.test(text);
}

/**
 * OpenAI and Azure; DashScope, DeepSeek, Moonshot, MiniMax, Zhipu, Tencent; xAI
 * and OpenRouter.
 */
const FILTERED =
  /content[ _]?filter|content_policy|content management policy|ResponsibleAIPolicy|data_?inspection_?failed|content exists risk|considered high risk|new_sensitive|violates (?:our |the )?(?:usage|content) (?:guidelines|polic)|input was flagged|flagged (?:by|for) moderation|inappropriate content|PROHIBITED_CONTENT|敏感内容|违规|不合规/i;

/** The provider rejects the content of the request. */
export function isFiltered(text: string): boolean {
  return FILTERED.test(text);
}

/**
 * OpenAI and its followers (vLLM, SGLang, TGI), llama.cpp, LM Studio, Anthropic,
 * Gemini, Mistral, Cohere, Groq, xAI, DashScope, Moonshot, SiliconFlow, Zhipu.
 */
const TOO_LONG =
  /context_length_exceeded|exceed_context_size|string_above_max_length|max_seq_len|\bcontext\b.{0,20}\boverflow|(?:context|prompt)[ _-]*(?:length|window|size)|(?:prompt|input|messages?)\b.{0,30}\btoo long|request too large|too many (?:input |prompt )?tokens|\btokens?\b.{0,60}\bexceeds?\b.{0,60}\b(?:limit|maximum)|input length|(?:exceeded|maximum) (?:model )?token limit|reduce the length|input length should be|`inputs` tokens|超长|上下文(?:长度|窗口)|输入.{0,6}过长/i;

/** A limit of the reply alone. */
const REPLY_LIMIT = /^(?!.*context).*max_(?:completion_)?tokens/is;

/**
 * The prompt exceeds the model's context, or what the account may send in one
 * request.
 */
export function isTooLong(text: string): boolean {
  return TOO_LONG.test(text) && !REPLY_LIMIT.test(text);
}

const LIMIT =
  /(?:limit|maximum|max_seq_len|length|size|window|allowed|cannot exceed)\b\D{0,30}?(\d[\d,]{2,})|(?:<=|>) (\d{3,})|(\d{3,}) maximum|(?:长度|上限|超过)\D{0,10}?(\d{3,})|\[\d+, (\d{3,})\]/gi;
const SENT =
  /(?:resulted in|requested|contains|too long:|given:|received|count \(|prompt_tokens \(|input \(|request \(|request has)\D{0,12}?(\d[\d,]{2,})/i;

/**
 * The limit and the prompt's size in the provider's tokens, as far as the text
 * names them, e.g. "maximum context length is 2048 tokens. However, your
 * messages resulted in 2300 tokens".
 */
export function readTokenCounts(text: string): {
  readonly limit: number | undefined;
  readonly sent: number | undefined;
} {
  const sent = toCount(SENT.exec(text)?.[1]);
  const limit = [...text.matchAll(LIMIT)]
    .map(([, ...groups]) => toCount(groups.find(Boolean)))
    .find((count) => count !== sent);
  return { limit, sent };
}

function toCount(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits.replaceAll(",", ""));
}

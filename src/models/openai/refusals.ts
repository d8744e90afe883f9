/**
 * What the texts of providers' errors mean. Each rule lists the wordings that
 * were seen, since codes differ and many servers send none.
 */

/**
 * The account has no credit left. OpenAI, Anthropic, Azure, Cloudflare,
 * DashScope, DeepSeek, Doubao, MiniMax, Moonshot, OpenRouter, SiliconFlow, xAI,
 * Zhipu; gateways such as LiteLLM and One API. Gemini says the same of its
 * limit per minute.
 */
export const EMPTY_ACCOUNT =
  /^(?!.*PerMinute).*(?:insufficient_quota|billing_not_active|billing_hard_limit_reached|exceeded[_ ](?:your[_ ])?current[_ ]quota|Arrearage|overdue|(?:insufficient|not enough|no more) (?:account |user )?(?:balance|credits?|funds|quota)|no credits? left|insufficient_user_quota|any credits|available credits|(?:balance|quota|credits?)(?: is| are)? (?:insufficient|not enough|exhausted|too low)|free (?:tier|allocation).{0,40}(?:exhausted|only)|daily free allocation|spending limit|key limit exceeded|budget.{0,20}exceeded|ResourcePackExhausted|payment required|(?:余额|额度)不足|欠费)/is;

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
 * The provider rejects the content of the request. OpenAI and Azure;
 * Anthropic, DashScope, DeepSeek, Doubao, Moonshot, MiniMax, Spark, Zhipu,
 * Tencent; xAI and OpenRouter; LiteLLM.
 */
export const FILTERED =
  /content[ _-]?filter|content[ _-]?policy|content management policy|ResponsibleAIPolicy|data_?inspection_?failed|content exists risk|considered high risk|new_sensitive|sensitive ?(?:content|information|words?)|violat(?:es|ing) (?:our |the )?(?:usage|content) (?:guidelines|polic)|input was flagged|(?:by|for|content|failed) moderation|inappropriate content|PROHIBITED_CONTENT|safety (?:system|filter|check)|blocked by.{0,40}(?:filter|guardrail|policy|safety)|敏感(?:内容|信息|词)|违规|不合规|审核(?:不|未)通过/i;

/**
 * OpenAI and its followers (vLLM, SGLang, TGI), llama.cpp, LM Studio, Anthropic,
 * Gemini, Mistral, Cohere, Groq, xAI, DashScope, Moonshot, SiliconFlow, Zhipu.
 */
const TOO_LONG =
  /context_length_exceeded|exceed_context_size|string_above_max_length|tokens_limit_reached|max_seq_len|\bcontext\b.{0,20}\boverflow|(?:context|prompt)[ _-]*(?:length|window|size)|longer than the (?:model|maximum|context)|(?:prompt|input|messages?)\b.{0,30}\btoo long|(?:request|request body|input is) too large|too many (?:input |prompt )?tokens|\btokens?\b.{0,60}\bexceeds?\b.{0,60}\b(?:limit|maximum)|input length|length of (?:the )?(?:input|prompt|messages).{0,40}\b(?:exceeds?|must)\b|max input (?:characters|tokens)|(?:exceeded|maximum) (?:model )?token limit|reduce the length|`inputs` tokens|超长|上下文(?:长度|窗口)|输入.{0,6}过长/i;

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
  /(?:limit|maximum|max_seq_len|length|size|window|allowed|cannot exceed|n_ctx)\b\D{0,30}?(\d[\d,]{2,})|(?:<=|>) (\d{3,})|(\d{3,}) maximum|(?:长度|上限|超过)\D{0,10}?(\d{3,})|\[\d+, (\d{3,})\]/gi;
const SENT =
  /(?:resulted in|requested|contains|too long:|given:|received|count \(|current length is|n_prompt_tokens|prompt \(length|output tokens \(|prompt_tokens \(|input \(|request \(|request has)\D{0,12}?(\d[\d,]{2,})/i;

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

/** The key is invalid. Every provider; with status 400, e.g. Gemini. */
export const WRONG_KEY =
  /(?:invalid|incorrect|wrong|missing|expired)[ _](?:api|access|subscription|authentication)[ _-]?(?:key|token|credentials)|API_KEY_INVALID|\b(?:api[ _-]?key|access token)\b.{0,30}\b(?:not valid|invalid|expired)|authentication[ _](?:fail|error)|permissions?_error|unauthori[sz]ed|unauthenticated|login fail|AuthError|身份验证|鉴权失败|无效的(?:令牌|密钥)/i;

/**
 * The provider has no such model. With status 400, DeepSeek, Groq, LM Studio,
 * Mistral, OpenRouter, SiliconFlow and Zhipu; One API with 503.
 */
export const UNKNOWN_MODEL =
  /model_not_found|not_found_error|invalid_model|model_decommissioned|unknown[ _]model|no such model|no models? loaded|not a valid model|DeploymentNotFound|\bmodel\b.{0,80}\b(?:not exist|not found)\b|invalid model\b|模型不存在/i;

/**
 * The provider rejects what the model wrote as a call. Groq's code; the others
 * are the texts of vLLM and Gemini.
 */
export const INVALID_CALL =
  /tool_use_failed|tool call validation failed|MALFORMED_FUNCTION_CALL/i;

/**
 * The provider accepts no more requests for now. Providers whose errors have no
 * status, e.g. MiniMax and Baidu.
 */
export const RATE_LIMITED =
  /rate[ _-]?limit|limit_requests|request limit|too many requests|throttl|engine_overloaded|concurrency|capacity exceeded|per (?:second|minute|day)\b|过于频繁|访问量过大|并发|频率/i;

import type { ModelError } from "../../types/errors.ts";
import type { WaitingCause } from "../turn-events.ts";

/** By language, then by kind of error. */
type Notices = Readonly<
  Record<"en" | "zh", Readonly<Record<ModelError["kind"], string>>>
>;

/** For the owner, in development: the cause, and how to fix it. Markdown. */
export const MODEL_FAILURES: Notices = {
  en: {
    unreachable:
      "**The model's server did not answer.** Check the network. If `OPENAI_BASE_URL` is set, check that its server is running and that the address ends correctly (usually with `/v1`).",
    "rate-limited":
      "**The model's provider accepts no more requests for now.** Wait a minute, raise your limit with the provider, or set `OPENAI_FALLBACK_MODELS`.",
    quota:
      "**The account with the model's provider has no credit left.** Add credit there, or set `OPENAI_API_KEY` to the key of another account.",
    unauthorized:
      "**The model's provider did not accept the key.** Copy `OPENAI_API_KEY` into `.dev.vars` again. An OpenAI key needs no `OPENAI_BASE_URL`; another provider's key needs that provider's address there.",
    unknown:
      "**The provider has no such model.** Set `OPENAI_MODEL` to a model that your account can use. If `OPENAI_BASE_URL` is set, check that it ends correctly (usually with `/v1`).",
    refused:
      "**The model's provider rejected the request.** Check `OPENAI_API`, `OPENAI_MODEL` and `OPENAI_EXTRA_BODY`.",
    filtered:
      "**The model's provider refused this because of its content.** Put it in other words, or use a provider with another filter.",
    "too-long":
      "**The message is too long for the model.** Send less at once, set `MEMORY_MAX_TOKENS` lower, or choose a model with a larger context.",
    "invalid-call":
      "**The model's provider rejected what the model wrote as a tool call.** Ask again; if it happens often, choose another model or set `AGENT_STYLE=conversational-react`.",
  },
  zh: {
    unreachable:
      "**模型服务器没有响应。**请检查网络。如果设置了 `OPENAI_BASE_URL`，请确认那里的服务器正在运行，并且地址结尾正确（通常是 `/v1`）。",
    "rate-limited":
      "**模型服务商暂时不接受更多请求。**请等一分钟，向服务商申请更高的限额，或设置 `OPENAI_FALLBACK_MODELS`。",
    quota:
      "**模型服务商的账户余额已用完。**请充值，或把 `OPENAI_API_KEY` 换成另一个账户的密钥。",
    unauthorized:
      "**模型服务商不接受这个密钥。**请把 `OPENAI_API_KEY` 重新复制到 `.dev.vars`。OpenAI 的密钥不需要 `OPENAI_BASE_URL`；其他服务商的密钥要配上它的地址。",
    unknown:
      "**服务商没有这个模型。**请把 `OPENAI_MODEL` 设为账户可用的模型。如果设置了 `OPENAI_BASE_URL`，请确认地址结尾正确（通常是 `/v1`）。",
    refused:
      "**模型服务商拒绝了请求。**请检查 `OPENAI_API`、`OPENAI_MODEL` 和 `OPENAI_EXTRA_BODY`。",
    filtered:
      "**模型服务商因为内容拒绝了这条消息。**请换个说法，或换一家服务商。",
    "too-long":
      "**消息超出了模型的上下文长度。**请一次少发一些，调低 `MEMORY_MAX_TOKENS`，或换用上下文更长的模型。",
    "invalid-call":
      "**模型服务商拒绝了模型写出的工具调用。**请再问一次；如果经常这样，请换一个模型，或设置 `AGENT_STYLE=conversational-react`。",
  },
};

/** For everybody: the cause, and who can do something about it. */
export const MODEL_NOTICES: Notices = {
  en: {
    unreachable:
      "I could not reach my language model. Please send your message again in a while.",
    "rate-limited":
      "My language model has too much to do. Please send your message again in a while.",
    quota:
      "The account that pays for my language model has no credit left. Only my owner can change that; please try again later.",
    unauthorized:
      "The provider of my language model does not accept my key. Only my owner can change that.",
    unknown:
      "The language model that I am set to use does not exist at its provider. Only my owner can change that.",
    filtered:
      "The provider of my language model refused this because of its content. Please put it in other words.",
    "too-long":
      "This is too long for my language model. Please send less at once.",
    "invalid-call":
      "My language model used a tool in a way that its provider rejects. Please ask again, in other words.",
    refused:
      "The provider of my language model rejected the request. If that happens again, please tell my owner: the log says why.",
  },
  zh: {
    unreachable: "我连不上语言模型。请过一会儿再把消息发一次。",
    "rate-limited": "语言模型太忙了。请过一会儿再把消息发一次。",
    quota: "语言模型的账户余额已用完，只有管理员能处理。请稍后再试。",
    unauthorized: "语言模型的服务商不接受我的密钥，只有管理员能处理。",
    unknown: "服务商那里没有我要用的语言模型，只有管理员能处理。",
    filtered: "语言模型的服务商因为内容拒绝了这条消息。请换个说法。",
    "too-long": "内容太长，语言模型读不完。请一次少发一些。",
    "invalid-call":
      "语言模型使用工具的方式被服务商拒绝了。请换个说法再问一次。",
    refused:
      "语言模型的服务商拒绝了请求。如果再次出现，请告诉管理员，原因见日志。",
  },
};

/** Why a message is tried again. */
export const WAITING_CAUSES: Readonly<
  Record<"en" | "zh", Readonly<Record<WaitingCause, string>>>
> = {
  en: {
    model: "The model does not answer.",
    budget: "Many people are asking right now.",
    file: "I cannot fetch the file.",
  },
  zh: {
    model: "模型没有回应",
    budget: "现在提问的人很多",
    file: "文件取不到",
  },
};

/** Failures without an error: limits, empty replies, or a wrong format. */
export const NO_ANSWERS = {
  en: {
    "no-answer":
      "I could not find an answer within the allowed steps and time. Please split the question, or rephrase it.",
    "model-empty":
      "My language model sent an empty answer several times. Please ask again, in other words.",
    "wrong-format":
      "My language model did not write the answer in the requested format, not even when asked again. Send the message again, or make the schema simpler.",
  },
  zh: {
    "no-answer":
      "我没能在允许的步数和时间内得出答案。请把问题拆小，或者换个说法再问。",
    "model-empty": "语言模型几次都只返回了空白的回答。请换个说法再问一次。",
    "wrong-format":
      "语言模型没有按要求的格式回答，再要求一次也不行。请重新发送这条消息，或把 schema 改简单一些。",
  },
} as const;

/** A button below an answer that was cut, and what a tap on it says. */
export const GO_ON = {
  en: {
    label: "Continue",
    text: "Continue your answer exactly where it was cut off, without repeating any of it.",
  },
  zh: {
    label: "继续",
    text: "请从刚才被截断的地方接着写，不要重复已经写过的内容。",
  },
};

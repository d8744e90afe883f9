import { TELEGRAM } from "../channels/telegram/telegram-definition.ts";
import type { Config } from "../config/parse-config.ts";
import type { Bot } from "../conversation/bot.ts";
import { createMeter } from "../conversation/meter.ts";
import { textsFor } from "../conversation/texts/texts.ts";
import type { Setup, SetupQuestion } from "../http/admin/setup-routes.ts";
import { createTimeLimit } from "../runtime/abort.ts";
import { BudgetError, ModelError } from "../types/errors.ts";
import type { LanguageModel, Prompt } from "../types/model.ts";
import type { ModelAnswer, Report } from "../types/setup-report.ts";
import type { UndeliveredList } from "../types/undelivered.ts";
import { describeConfig } from "./describe-config.ts";

/** The shortest possible answer. */
const PROMPT: Prompt = {
  messages: [{ role: "user", content: "Answer with the word OK." }],
};
const MODEL_MS = 30_000;

type SetupBot = Pick<Bot, "agent" | "budget" | "maxReplyTokens">;

/** The state and actions of `/setup`. */
export function createSetup({
  config,
  bot,
  platform,
  telegramUrl,
  undelivered,
}: {
  config: Config;
  bot: SetupBot;
  telegramUrl: string | undefined;
  platform: Report["platform"];
  undelivered: Pick<UndeliveredList, "list">;
}): Setup {
  const settings = TELEGRAM.settingsIn(config.channels);
  /** Not with every start, as it brings grammY. */
  const load = () => import("./telegram-setup.ts");
  return {
    async describe() {
      const report = describeConfig(config, platform);
      const { events } = report;
      return events === undefined
        ? report
        : { ...report, events: await withLastFailure(events, undelivered) };
    },
    askModel: (question) => askModel(bot, question),
    ...(settings && {
      telegram: {
        look: async (question) => (await load()).look(settings, question),
        connect: async ({ origin, ...question }) => {
          const { connect } = await load();
          const address = telegramUrl ?? origin;
          return connect(settings, { address, ...question });
        },
      },
    }),
  };
}

/** How many of what was given up are looked at for the receiver's. */
const LOOKED_AT = 20;

type EventsReport = NonNullable<Report["events"]>;

async function withLastFailure(
  events: EventsReport,
  undelivered: Pick<UndeliveredList, "list">,
): Promise<EventsReport> {
  const listed = await undelivered.list({ limit: LOOKED_AT });
  const last = listed.find(({ to }) => to === "receiver");
  if (last === undefined) return events;
  const { failedAt, answer } = last;
  const reason =
    answer?.kind === "answered"
      ? `HTTP ${answer.statusCode}`
      : (answer?.error ?? "");
  const at = new Date(failedAt).toISOString();
  return { ...events, last_failure: { at, reason } };
}

/** Translations of the messages of `ModelError`. */
const CHINESE_FAILURES: Readonly<Record<ModelError["kind"], string>> = {
  unreachable:
    "连不上模型。请检查网络；如果设置了 OPENAI_BASE_URL，请确认那里的服务器正在运行，并且地址结尾正确（通常是 /v1）。",
  "rate-limited": "模型服务商暂时不接受更多请求，请过一分钟再试。",
  quota: "模型服务商的账户余额已用完。",
  unauthorized:
    "模型服务商不接受这个密钥。请检查 OPENAI_API_KEY。OpenAI 的密钥不需要 OPENAI_BASE_URL；其他服务商的密钥要配上它的地址。",
  unknown:
    "服务商没有这个模型。请检查 OPENAI_MODEL；如果设置了 OPENAI_BASE_URL，请确认地址结尾正确（通常是 /v1）。",
  filtered: "模型服务商拒绝了这段内容。",
  "too-long": "提示超出了模型的上下文长度，请换用上下文更长的模型。",
  "invalid-call": "模型服务商拒绝了模型写出的工具调用。",
  refused:
    "模型服务商拒绝了请求。请检查 OPENAI_API、OPENAI_MODEL 和 OPENAI_EXTRA_BODY。",
};

/** Checks share the budget of the channel of test messages. */
const SPENDER = { person: "setup", channel: "webhook" };

/** In the budget like any message: whoever has the key may ask often. */
async function askModel(
  { agent: { model }, budget, maxReplyTokens }: SetupBot,
  question: SetupQuestion,
): Promise<ModelAnswer> {
  const meter = createMeter({
    budget,
    findSpender: async () => SPENDER,
    maxReplyTokens,
  });
  try {
    return await tryModel(meter.meterModel(model), question);
  } finally {
    await meter.close();
  }
}

async function tryModel(
  model: LanguageModel,
  { signal, language }: SetupQuestion,
): Promise<ModelAnswer> {
  using limit = createTimeLimit({ ms: MODEL_MS, signal });
  const startedAt = performance.now();
  try {
    for await (const event of model.generate(PROMPT, limit))
      if (event.type === "text" || event.type === "finish") break;
    return { kind: "answered", ms: performance.now() - startedAt };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.isOver)
      return {
        kind: "failed",
        cause: "slow",
        detail:
          language === "zh"
            ? `${MODEL_MS / 1000} 秒内没有回答。`
            : `No answer within ${MODEL_MS / 1000} seconds.`,
      };
    if (error instanceof BudgetError)
      return {
        kind: "failed",
        cause: "budget",
        detail: textsFor({ author: { language }, text: "" }).budgetSpent(error),
      };
    if (!(error instanceof ModelError)) throw error;
    const { kind, message } = error;
    const detail = language === "zh" ? CHINESE_FAILURES[kind] : message;
    return { kind: "failed", cause: kind, detail };
  }
}

import { Hono, type Context } from "hono";
import * as z from "zod";
import type { Limiter } from "../../limits/limiter.ts";
import { countOf } from "../../text/text.ts";
import type { Archive } from "../../types/archive.ts";
import type { Mailbox } from "../../types/mailbox.ts";
import type { Problem } from "../../types/problem.ts";
import type {
  ModelAnswer,
  Report,
  TelegramState,
} from "../../types/setup-report.ts";
import type { SignIns } from "../../types/sign-ins.ts";
import {
  acceptedLanguage,
  type AcceptedLanguage,
} from "../accepted-language.ts";
import { toMessage } from "../api/ids.ts";
import { deliverMessage } from "../api/take-message.ts";
import { readJson } from "../json-body.ts";
import {
  failedTurn,
  FORGOTTEN,
  problemResponse,
  toSeconds,
} from "../problems.ts";
import { waitForTurn } from "../wait-for-turn.ts";
import { createSetupSignInRoutes } from "./sign-in-routes.ts";

/** What `/setup` shows and does. Contains no secrets. */
export interface Setup {
  /** The deployment's configuration. */
  describe(): Promise<Report>;
  /** Tests the model with a short question. */
  askModel(question: SetupQuestion): Promise<ModelAnswer>;
  /** Absent if the channel is disabled. */
  readonly telegram?: TelegramSetup;
}

export interface SetupQuestion {
  readonly signal: AbortSignal;
  /** Language of the sentences in the answer. */
  readonly language: AcceptedLanguage;
}

interface TelegramSetup {
  look(question: SetupQuestion): Promise<TelegramState>;
  /**
   * Telegram's updates go to this deployment, whoever asks: a request must not
   * choose who gets them, and the secret with them.
   * @param origin where the deployment was reached
   */
  connect(question: SetupQuestion & { origin: string }): Promise<TelegramState>;
}

export interface SetupRoutesOptions {
  readonly setup: Setup;
  readonly mailbox: Mailbox;
  readonly archive: Pick<Archive, "forget">;
  readonly limiter: Limiter;
  /** Absent if no server wants a sign-in. */
  readonly signIns?: SignIns | undefined;
}

/** Timeout of the test message. */
const ANSWER_MS = 60_000;

/**
 * Callers' names contain no dot, so no caller can access these conversations.
 */
const CALLER = ".setup";

/** Limit of requests that cost or change something. */
const RATE = {
  key: `caller/${CALLER}/checks`,
  limit: 20,
  windowMs: 60_000,
};

const TestMessage = z.strictObject({ text: z.string().trim().min(1).max(500) });

/**
 * `/admin/setup`: the setup page's API. The key in a header protects it against
 * requests of other sites.
 */
export function createSetupRoutes({
  setup,
  mailbox,
  archive,
  limiter,
  signIns,
}: SetupRoutesOptions): Hono {
  const routes = new Hono();

  routes.post("*", async ({ req }, next) => {
    const taking = await limiter.take([RATE]);
    if (taking.kind === "uncounted") throw taking.error;
    if (taking.kind === "taken") return next();
    const seconds = toSeconds(taking.resetMs);
    return respond(req.raw, {
      status: 429,
      slug: "too-many-requests",
      title: "Too many requests",
      detail: `At most ${RATE.limit} checks a minute. Retry in ${countOf(seconds, "second")}.`,
      chinese: {
        title: "请求太多了",
        detail: `每分钟最多检查 ${RATE.limit} 次，请过 ${seconds} 秒再试。`,
      },
      retryAfterSeconds: seconds,
    });
  });

  routes.get("/", async (context) => context.json(await setup.describe()));

  routes.post("/model", async (context) =>
    context.json(await setup.askModel(questionOf(context.req.raw))),
  );

  const withTelegram = async (
    context: Context,
    act: (telegram: TelegramSetup) => Promise<TelegramState>,
  ): Promise<Response> =>
    setup.telegram === undefined
      ? problemResponse({
          status: 404,
          slug: "telegram-off",
          title: "Telegram is off",
          detail: "Set TELEGRAM_BOT_TOKEN and TELEGRAM_WEBHOOK_SECRET.",
        })
      : context.json(await act(setup.telegram));

  routes.get("/telegram", (context) =>
    withTelegram(context, (telegram) =>
      telegram.look(questionOf(context.req.raw)),
    ),
  );

  routes.post("/telegram", (context) => {
    const request = context.req.raw;
    const { origin } = new URL(request.url);
    return withTelegram(context, (telegram) =>
      telegram.connect({ origin, ...questionOf(request) }),
    );
  });

  routes.post("/message", (context) =>
    answerTestMessage(context, { mailbox, archive }),
  );

  if (signIns !== undefined)
    routes.route("/sign-ins", createSetupSignInRoutes(signIns));

  return routes;
}

/** Answers the message by a turn, whose conversation is then deleted. */
async function answerTestMessage(
  context: Context,
  { mailbox, archive }: Pick<SetupRoutesOptions, "mailbox" | "archive">,
): Promise<Response> {
  const request = context.req.raw;
  const reading = await readJson(request, TestMessage);
  if (reading.kind === "refused") return problemResponse(reading.problem);
  const id = crypto.randomUUID();
  const { text } = reading.value;
  const message = toMessage({ id, caller: CALLER, conversation: id, text });
  try {
    const acceptance = await deliverMessage(message, { mailbox });
    if (acceptance.kind === "refused")
      return problemResponse(acceptance.problem);
    const end = await waitForTurn({
      mailbox,
      turn: message,
      waitMs: ANSWER_MS,
      signal: request.signal,
    });
    if (end.type === "forgotten") return problemResponse(FORGOTTEN);
    if (end.type === "open")
      return respond(
        request,
        end.isRetried ? MODEL_UNREACHABLE : unanswered(ANSWER_MS / 1000),
      );
    return end.turn.status === "failed"
      ? problemResponse(await failedTurn(end.turn))
      : context.json({
          text: end.turn.reply ?? "",
          tools: end.turn.steps.map(({ action }) => action.tool),
        });
  } finally {
    await archive.forget(message.conversation);
  }
}

function questionOf(request: Request): SetupQuestion {
  const { signal } = request;
  return { signal, language: acceptedLanguage(request) };
}

/** Translates the problem, because the page shows its detail verbatim. */
function respond(request: Request, problem: Problem): Response {
  const chinese =
    acceptedLanguage(request) === "zh" ? problem.chinese : undefined;
  return problemResponse({ ...problem, ...chinese });
}

const MODEL_UNREACHABLE: Problem = {
  status: 503,
  slug: "model-unreachable",
  title: "The language model cannot be reached",
  detail: "In a real conversation Parley would retry. Check the model above.",
  chinese: {
    title: "连不上语言模型",
    detail: "正式对话中 Parley 会自动重试。请检查上面的模型。",
  },
};

function unanswered(seconds: number): Problem {
  return {
    status: 504,
    slug: "not-answered",
    title: "Not answered in time",
    detail: `There was no answer within ${seconds} seconds. Check the model above, and the log: npx wrangler tail`,
    chinese: {
      title: "没有及时回答",
      detail: `${seconds} 秒内没有回答。请检查上面的模型，并看日志：npx wrangler tail`,
    },
  };
}

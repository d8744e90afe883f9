import { randomUUID } from "node:crypto";
import { failed, type Finding, passed } from "./finding.ts";
import type { Answer, ParleyClient } from "./parley-client.ts";
import { readProblem } from "./read-problem.ts";
import { toLine } from "./to-line.ts";

/**
 * Whether updates get in with the secret, and not without. They are of a kind that nobody is answered for; only in the
 * operator's own chat the bot is made to speak.
 */
export async function* checkUpdates({
  secret,
  chat,
  client,
}: {
  secret: string;
  chat: number | undefined;
  client: ParleyClient;
}): AsyncGenerator<Finding> {
  const post = (token: string, update: object) =>
    client.call("/telegram/webhook", {
      method: "POST",
      headers: { "x-telegram-bot-api-secret-token": token },
      // Telegram counts from 1, so that none of its updates is ever taken for this one.
      body: { update_id: -Date.now(), ...update },
    });

  const refusal = await post(`wrong-${randomUUID()}`, IGNORED);
  yield isStatus(refusal, 401)
    ? passed("An update with a wrong secret is refused.", refusal.ms)
    : explainEntry(refusal);
  if (!isStatus(refusal, 401)) return;

  const acceptance = await post(secret, IGNORED);
  yield isStatus(acceptance, 200)
    ? passed("An update with the right one is accepted.", acceptance.ms)
    : explainRefusal(acceptance);
  if (!isStatus(acceptance, 200) || chat === undefined) return;

  const message = await post(secret, { message: helpMessage(chat) });
  yield isStatus(message, 200)
    ? passed(
        `/help from chat ${chat} is accepted: the bot's answer should be there.`,
        message.ms,
      )
    : explainRefusal(message);
}

/** A poll has changed: no bot that has sent none is interested. */
const IGNORED = {
  poll: {
    id: "0",
    question: "npm run doctor",
    options: [],
    total_voter_count: 0,
    is_closed: true,
    is_anonymous: true,
    type: "regular",
    allows_multiple_answers: false,
  },
};

/** In a private chat, whose number is that of the person. */
function helpMessage(chat: number): object {
  return {
    message_id: 1,
    date: Math.floor(Date.now() / 1000),
    chat: { id: chat, type: "private", first_name: "Doctor" },
    from: { id: chat, is_bot: false, first_name: "Doctor" },
    text: "/help",
    entities: [{ type: "bot_command", offset: 0, length: 5 }],
  };
}

function isStatus(
  answer: Answer,
  status: number,
): answer is Extract<Answer, { kind: "answered" }> {
  return answer.kind === "answered" && answer.status === status;
}

function explainEntry(answer: Answer): Finding {
  const text = "An update with a wrong secret is not refused as it should be";
  return isStatus(answer, 404)
    ? failed(
        "There is no Telegram channel.",
        "Set TELEGRAM_BOT_TOKEN and TELEGRAM_WEBHOOK_SECRET there, too: in .dev.vars for `npm run dev`, else with npx wrangler secret put",
      )
    : failed(
        `${text}: ${describe(answer)}`,
        "Is it Parley that answers there, with nothing before it?",
      );
}

function explainRefusal(answer: Answer): Finding {
  return failed(
    `An update with the right secret is not accepted: ${describe(answer)}`,
    isStatus(answer, 401)
      ? "TELEGRAM_WEBHOOK_SECRET there is another one than here. Set both to the same, and then tell Telegram with npm run telegram:webhook"
      : "The log tells why: the terminal of `npm run dev`, or `npx wrangler tail`.",
  );
}

function describe(answer: Answer): string {
  if (answer.kind === "unreachable") return `${answer.reason}.`;
  const { detail } = readProblem(answer.body);
  return `HTTP ${answer.status}${detail && `; ${toLine(detail)}`}`;
}

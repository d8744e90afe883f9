import { describe, expect, it } from "vitest";
import { finalAnswer } from "../fakes/create-agent.ts";
import { createTelegramUpdate } from "../fixtures/telegram-updates.ts";
import { startOpenAIServer } from "../stubs/openai-server.ts";
import { startTelegramServer } from "../stubs/telegram-server.ts";
import { closeAfterAll } from "./close-after-all.ts";
import {
  modelVariables,
  TELEGRAM_SECRET,
  telegramVariables,
} from "./stub-variables.ts";
import { eventually, startParley } from "./wrangler-dev.ts";

/**
 * Maximum number of waiting messages per conversation, including the one being
 * answered.
 */
const MAX_OPEN_TURNS = 50;
const OPERATOR = { authorization: "Bearer key-of-the-operator-in-these-tests" };

let lastUpdate = 900;
let lastPerson = 4_000;

const [telegram, model] = await Promise.all([
  startTelegramServer(),
  startOpenAIServer(),
]);
const dev = await startParley({
  variables: {
    ADMIN_API_KEY: "key-of-the-operator-in-these-tests",
    ...modelVariables(model),
    ...telegramVariables(telegram),
    USER_MESSAGES_PER_MINUTE: "0",
  },
});
closeAfterAll(dev, telegram, model);

/** A new user in a private chat. */
function createPerson() {
  const id = ++lastPerson;
  const from = { id, is_bot: false, first_name: "Mei", language_code: "en" };
  const chat = { id, first_name: "Mei", type: "private" };
  const shown = (): string[] =>
    telegram.sent.filter((sent) => sent.chat === id).map(({ text }) => text);
  const post = async (update: object): Promise<number> => {
    const response = await fetch(`${dev.url}/telegram/webhook`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-telegram-bot-api-secret-token": TELEGRAM_SECRET,
      },
      body: JSON.stringify(update),
    });
    return response.status;
  };
  return {
    id,
    shown,
    post,
    write: (text: string) =>
      createTelegramUpdate({ id: ++lastUpdate, text, message: { from, chat } }),
    say(text: string) {
      return post(this.write(text));
    },
    /**
     * Resolves once the chat shows that many messages and the last contains the
     * text.
     */
    sees: (count: number, text: string) =>
      telegram.waitUntil(
        () =>
          shown().length === count && shown().at(-1)?.includes(text) === true,
      ),
  };
}

/** A model reply that waits until it is released. */
function holdReply(text: string): { release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  model.reply(async () => {
    await promise;
    return finalAnswer(text);
  });
  return { release: resolve };
}

const questionOf = (index: number): string =>
  model.requests.at(index)?.body.messages.at(-1)?.content ?? "";

describe("messages in a burst", () => {
  it("of one user are answered in order in two replies, none dropped", async () => {
    const person = createPerson();
    const first = holdReply("First.");
    model.reply(finalAnswer("All others."));
    const requests = model.requests.length;
    await person.say("m0");
    await eventually("the first question", () =>
      model.requests.length > requests ? true : undefined,
    );
    const others = Array.from({ length: 19 }, (_, index) => `m${index + 1}`);
    for (const text of others) expect(await person.say(text)).toBe(200);
    first.release();
    await person.sees(2, "All others.");
    expect(person.shown()).toEqual(["First.", "All others."]);
    expect(questionOf(-1)).toBe(others.join("\n\n"));
  });

  it("above the limit get one notice, and are not redelivered by Telegram", async () => {
    const person = createPerson();
    const first = holdReply("First.");
    model.reply(finalAnswer("All others."));
    const requests = model.requests.length;
    await person.say("m0");
    await eventually("the first question", () =>
      model.requests.length > requests ? true : undefined,
    );
    const tooMany = 5;
    for (let index = 1; index < MAX_OPEN_TURNS + tooMany; index++)
      expect(await person.say(`m${index}`)).toBe(200);
    await person.sees(1, "50 messages are already waiting for my answer");
    first.release();
    await person.sees(3, "All others.");
    expect(questionOf(-1).split("\n\n")).toHaveLength(MAX_OPEN_TURNS - 1);
  });
});

describe("/stop", () => {
  it("stops an answer once and keeps its partial text", async () => {
    const person = createPerson();
    model.reply({
      chunks: [
        '{"action": "Final Answer", "action_input": "Once upon a time. There',
        new Promise(() => {}),
      ],
    });
    await person.say("Tell me a story");
    await eventually("the question", () =>
      questionOf(-1) === "Tell me a story" ? true : undefined,
    );
    const stop = person.write("/stop");
    const statuses = await Promise.all([1, 2, 3].map(() => person.post(stop)));
    expect(statuses).toEqual([200, 200, 200]);
    await person.sees(1, "(Stopped.)");
    model.reply(finalAnswer("Well."));
    await person.say("And then?");
    await person.sees(2, "Well.");
    const prompt = model.requests.at(-1)?.body.messages ?? [];
    expect(prompt.map(({ content }) => content).slice(1)).toEqual([
      "Tell me a story",
      "Once upon a time. There",
      "And then?",
    ]);
  });

  it("replies that there is nothing to stop", async () => {
    const person = createPerson();
    await person.say("/stop");
    await person.sees(1, "I am not answering anything right now.");
  });
});

describe("a model that is away", () => {
  const away = {
    status: 500,
    headers: { "x-should-retry": "false" },
    body: { error: { message: "Down." } },
  };
  const LINE = "The model does not answer. I keep trying until ";

  it("is said to be, until one answer to all messages replaces the line", async () => {
    const person = createPerson();
    model.reply(away);
    model.reply(finalAnswer("Here I am."));
    await person.say("Hello?");
    await person.sees(1, LINE);
    await person.say("Anybody?");
    await person.sees(1, "Here I am.");
    expect(questionOf(-1)).toBe("Hello?\n\nAnybody?");
  });

  it("is waited for until /stop", async () => {
    const person = createPerson();
    model.reply(away);
    model.reply(away);
    const requests = model.requests.length;
    await person.say("Hello?");
    await eventually("the second attempt", () =>
      model.requests.length === requests + 2 ? true : undefined,
    );
    await person.sees(1, LINE);
    await person.say("/stop");
    await person.sees(1, "Stopped before I had written anything.");
    expect(model.requests).toHaveLength(requests + 2);
  });
});

describe("a failed turn", () => {
  const refusal = { status: 401, body: { error: { message: "No." } } };
  const failedTurns = async () => {
    const response = await fetch(`${dev.url}/admin/turns?status=failed`, {
      headers: OPERATOR,
    });
    const { turns } = (await response.json()) as {
      turns: { id: string; conversation: string; reason: string }[];
    };
    return turns;
  };

  it("runs again on /retry", async () => {
    const person = createPerson();
    model.reply(refusal);
    await person.say("Hello?");
    await person.sees(1, "did not accept the key");
    model.reply(finalAnswer("Here I am."));
    await person.say("/retry");
    await person.sees(2, "Here I am.");
    expect(questionOf(-1)).toBe("Hello?");
  });

  it("is listed for the operator, who retries it", async () => {
    const person = createPerson();
    model.reply(refusal);
    await person.say("Hello?");
    const listed = await eventually("the failed turn", async () =>
      (await failedTurns()).find(
        ({ conversation }) => conversation === `telegram:${person.id}`,
      ),
    );
    expect(listed.reason).toBe("model-unauthorized");
    model.reply(finalAnswer("Here I am."));
    const response = await fetch(`${dev.url}/admin/turns/${listed.id}/retry`, {
      method: "POST",
      headers: OPERATOR,
    });
    expect(response.status).toBe(202);
    await person.sees(2, "Here I am.");
    await eventually("the list without it", async () =>
      (await failedTurns()).some(({ id }) => id === listed.id)
        ? undefined
        : true,
    );
  });

  it("of a user who blocked the bot fails the waiting turns too, without model calls", async () => {
    const person = createPerson();
    const first = holdReply("First.");
    const before = model.requests.length;
    await person.say("m0");
    await eventually("the first question", () =>
      model.requests.length > before ? true : undefined,
    );
    for (const text of ["m1", "m2"]) await person.say(text);
    telegram.block(person.id);
    first.release();
    const reasons = await eventually("the failed turns", async () => {
      const failed = (await failedTurns()).filter(
        ({ conversation }) => conversation === `telegram:${person.id}`,
      );
      return failed.length === 3
        ? failed.map(({ reason }) => reason)
        : undefined;
    });
    expect(reasons).toEqual(["gone", "gone", "gone"]);
    expect(model.requests).toHaveLength(before + 1);

    telegram.unblock(person.id);
    model.reply(finalAnswer("Welcome back."));
    await person.say("Hello again");
    await person.sees(1, "Welcome back.");
  });
});

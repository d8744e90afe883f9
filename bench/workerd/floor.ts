import { DurableObject } from "cloudflare:workers";

/**
 * The minimum that the durable design needs, as a baseline for
 * `bench/workerd.ts`: checks the webhook's secret, stores the update in SQLite
 * and sets an alarm; the alarm reads the history, streams from the model, sends
 * the answer and stores it. No limits, budget, tools or previews; a message
 * whose alarm fails twice in a row may be answered twice. With `IO_OF_PROMISES`
 * it also makes the requests and writes for Parley's promises, without the
 * computation in between: the difference from that is Parley's own code.
 */

interface FloorEnv {
  readonly CONVERSATION: DurableObjectNamespace<ConversationObject>;
  readonly COUNTERS: DurableObjectNamespace<CountersObject>;
  readonly IO_OF_PROMISES?: string;
  readonly OPENAI_BASE_URL: string;
  readonly OPENAI_API_KEY: string;
  readonly TELEGRAM_API_ROOT: string;
  readonly TELEGRAM_BOT_TOKEN: string;
  readonly TELEGRAM_WEBHOOK_SECRET: string;
}

interface Update {
  readonly update_id: number;
  readonly message: {
    readonly text: string;
    readonly chat: { readonly id: number };
  };
}

const HISTORY = 20;

export class ConversationObject extends DurableObject<FloorEnv> {
  constructor(state: DurableObjectState, env: FloorEnv) {
    super(state, env);
    state.storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, chat INTEGER, question TEXT, answer TEXT) WITHOUT ROWID",
    );
    state.storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS states (id INTEGER PRIMARY KEY, state TEXT) WITHOUT ROWID",
    );
  }

  async deliver({ update_id: id, message }: Update): Promise<void> {
    const { sql } = this.ctx.storage;
    const { chat, text } = message;
    sql.exec(
      "INSERT OR IGNORE INTO messages VALUES (?, ?, ?, NULL)",
      id,
      chat.id,
      text,
    );
    await this.ctx.storage.setAlarm(Date.now());
  }

  override async alarm(): Promise<void> {
    const { sql } = this.ctx.storage;
    const open = sql.exec<Row>(
      "SELECT * FROM messages WHERE answer IS NULL ORDER BY id",
    );
    const { IO_OF_PROMISES } = this.env;
    for (const { id, chat, question } of open.toArray()) {
      if (IO_OF_PROMISES !== undefined) {
        await this.#answerWithPromises({ id, chat, question });
        continue;
      }
      const answer = await this.#ask(question);
      await this.#call("sendMessage", { chat_id: chat, text: answer });
      sql.exec("UPDATE messages SET answer = ? WHERE id = ?", answer, id);
    }
  }

  async #answerWithPromises({
    id,
    chat,
    question,
  }: Pick<Row, "id" | "chat" | "question">) {
    const budget = this.env.COUNTERS.getByName("budget");
    await this.#commit("begun", String(id));
    await budget.add(id);
    const answer = await this.#ask(question);
    const { sql } = this.ctx.storage;
    sql.exec("UPDATE messages SET answer = ? WHERE id = ?", answer, id);
    await this.#commit("answered", answer);
    await this.#call("sendMessage", { chat_id: chat, text: answer });
    await this.#commit("sent", answer);
    await budget.add(id);
  }

  /** Stores a piece and the state; durable once it returns. */
  async #commit(state: string, piece: string): Promise<void> {
    const { sql } = this.ctx.storage;
    sql.exec("INSERT OR REPLACE INTO states VALUES (1, ?)", piece);
    sql.exec("INSERT OR REPLACE INTO states VALUES (2, ?)", state);
    await this.ctx.storage.sync();
  }

  async #ask(question: string): Promise<string> {
    const rows = this.ctx.storage.sql.exec<Row>(
      "SELECT * FROM messages WHERE answer IS NOT NULL ORDER BY id DESC LIMIT ?",
      HISTORY / 2,
    );
    const history = rows
      .toArray()
      .toReversed()
      .flatMap((row) => [
        { role: "user", content: row.question },
        { role: "assistant", content: row.answer },
      ]);
    const response = await fetch(
      `${this.env.OPENAI_BASE_URL}/chat/completions`,
      {
        method: "POST",
        headers: {
          authorization: `Bearer ${this.env.OPENAI_API_KEY}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({
          model: "gpt-5.5",
          stream: true,
          messages: [
            { role: "system", content: "You are a helpful assistant." },
            ...history,
            { role: "user", content: question },
          ],
        }),
      },
    );
    return readAnswer(response);
  }

  async #call(method: string, fields: object): Promise<void> {
    const { TELEGRAM_API_ROOT: root, TELEGRAM_BOT_TOKEN: token } = this.env;
    const response = await fetch(`${root}/bot${token}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(fields),
    });
    if (!response.ok) throw new Error(`${method}: ${response.status}`);
    await response.json();
  }
}

/** The deployment's budget: changes three sums together. */
export class CountersObject extends DurableObject<FloorEnv> {
  async add(tokens: number): Promise<number> {
    const { sql } = this.ctx.storage;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS counters (id INTEGER PRIMARY KEY, sum INTEGER) WITHOUT ROWID",
    );
    for (const counter of [1, 2, 3])
      sql.exec(
        "INSERT OR REPLACE INTO counters VALUES (?, ?)",
        counter,
        tokens,
      );
    return tokens;
  }
}

interface Row extends Record<string, SqlStorageValue> {
  readonly id: number;
  readonly chat: number;
  readonly question: string;
  readonly answer: string;
}

interface Chunk {
  readonly choices: readonly {
    readonly delta: { readonly content?: string };
  }[];
}

async function readAnswer({ body }: Response): Promise<string> {
  let answer = "";
  let rest = "";
  const text = body?.pipeThrough(new TextDecoderStream());
  for await (const piece of text ?? []) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.startsWith("data: {")) continue;
      const { choices } = JSON.parse(line.slice("data: ".length)) as Chunk;
      answer += choices[0]?.delta.content ?? "";
    }
  }
  return answer;
}

export default {
  async fetch(request, env) {
    const secret = request.headers.get("x-telegram-bot-api-secret-token");
    if (secret !== env.TELEGRAM_WEBHOOK_SECRET)
      return new Response(null, { status: 401 });
    const update = await request.json<Update>();
    await env.CONVERSATION.getByName(String(update.message.chat.id)).deliver(
      update,
    );
    return new Response();
  },
} satisfies ExportedHandler<FloorEnv>;

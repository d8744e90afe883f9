import { DurableObject } from "cloudflare:workers";

/**
 * The least that the durable design needs, for `bench/workerd.ts` to compare with: the webhook's secret is checked, the object
 * stores the update in SQLite and sets an alarm; the alarm reads the history, asks the model for a stream, sends the answer and
 * stores it. No limits, no budget, no tools, no previews; a message whose alarm fails twice in a row may be answered twice.
 */

interface FloorEnv {
  readonly CONVERSATION: DurableObjectNamespace<ConversationObject>;
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
    for (const { id, chat, question } of open.toArray()) {
      const answer = await this.#ask(question);
      await this.#send(chat, answer);
      sql.exec("UPDATE messages SET answer = ? WHERE id = ?", answer, id);
    }
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

  async #send(chat: number, text: string): Promise<void> {
    const { TELEGRAM_API_ROOT: root, TELEGRAM_BOT_TOKEN: token } = this.env;
    const response = await fetch(`${root}/bot${token}/sendMessage`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ chat_id: chat, text }),
    });
    if (!response.ok) throw new Error(`sendMessage: ${response.status}`);
    await response.body?.cancel();
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

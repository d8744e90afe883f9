import { createNodeSqliteDatabase } from "../../test/fakes/node-sqlite-database.ts";
import { createSqliteMemory } from "../../test/fakes/sqlite-memory.ts";
import { createParleyConversation } from "../parley-conversation.ts";
import { createParleyOnStub } from "../parley-on-stub.ts";
import type { StreamAnswer } from "./stream-answer.ts";

/**
 * Parley in a style: the deltas published by a whole turn, on in-memory SQLite.
 */
export function streamParley(style: string): StreamAnswer {
  return ({ url, question }) =>
    new ReadableStream<string>({
      async start(controller) {
        const parley = createParleyOnStub({ url, style });
        const memory = createSqliteMemory({
          database: createNodeSqliteDatabase(),
        });
        const conversation = createParleyConversation(parley, memory);
        await conversation.ask(question, (event) => {
          if (event.type === "delta") controller.enqueue(event.text);
        });
        controller.close();
      },
    });
}

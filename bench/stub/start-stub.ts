import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ReplyFormat } from "./replies.ts";
import type { SentAnswer, StubOptions } from "./stub-options.ts";

export interface Stub {
  /** Base URL, including `/v1`, for replies in that format. */
  urlFor(format: ReplyFormat): string;
  /**
   * Resolves when the next slowly streamed answer has been sent, regardless of
   * actions before it.
   */
  nextAnswer(): Promise<SentAnswer>;
  close(): void;
}

/**
 * Starts the stub in its own process, so that its CPU time is not counted as
 * the client's.
 */
export async function startStub(options: StubOptions): Promise<Stub> {
  const child = fork(fileURLToPath(import.meta.resolve("./serve.ts")), [
    JSON.stringify(options),
  ]);
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return {
    urlFor: (format) => `http://127.0.0.1:${port}/${format}/v1`,
    async nextAnswer() {
      for (;;) {
        const [sent] = (await once(child, "message")) as [Partial<SentAnswer>];
        const { beganAt = NaN, firstAt, lastAt = NaN } = sent;
        if (firstAt !== undefined) return { beganAt, firstAt, lastAt };
      }
    },
    close: () => child.disconnect(),
  };
}

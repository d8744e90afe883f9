import type { Channel, ReplyPart } from "../../src/ports.ts";

/** A channel that sends words one by one, into a list; `failures` are thrown first. */
export function createRecordingChannel({
  failures = [],
}: { failures?: Error[] } = {}): Channel & {
  readonly sent: readonly string[];
  readonly typingShown: () => number;
} {
  const sent: string[] = [];
  let typingShown = 0;
  return {
    name: "telegram",
    capabilities: {
      maxPartLength: 100,
      typing: true,
      edits: false,
      threads: false,
    },
    sent,
    typingShown: () => typingShown,
    receive: () =>
      Promise.reject(new Error("Nothing is received in this test.")),
    split: (markdown): ReplyPart[] =>
      markdown.split(" ").map((word) => ({ formatted: word, plain: word })),
    async send({ plain }) {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      return { id: String(sent.push(plain)) };
    },
    async showTyping() {
      typingShown++;
    },
  };
}

import type { Channel, ReplyPart } from "../../src/ports.ts";
import type { SourceList } from "../../src/turn.ts";

const NO_SOURCES: SourceList = { label: "", sources: [] };

/** A channel that sends words one by one, into a list, and the label and the addresses of sources behind them; `failures` are thrown first. */
export function createRecordingChannel({
  failures = [],
}: { failures?: Error[] } = {}): Channel & {
  readonly sent: readonly string[];
  readonly typingShown: () => number;
  /** Called behind each part that was sent. */
  onSent: () => void;
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
    onSent: () => {},
    receive: () =>
      Promise.reject(new Error("Nothing is received in this test.")),
    split: (markdown, { label, sources } = NO_SOURCES) =>
      [
        ...markdown.split(" "),
        ...(sources.length === 0
          ? []
          : [label, ...sources.map(({ url }) => url)]),
      ].map((word): ReplyPart => ({ formatted: word, plain: word })),
    async send({ plain }) {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      const id = String(sent.push(plain));
      this.onSent();
      return { id };
    },
    async showTyping() {
      typingShown++;
    },
  };
}

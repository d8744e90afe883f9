/** Who the bot is to people. */
export interface Bot {
  readonly name: string;
  /** Empty: the page's own words. */
  readonly greeting: string;
  /** None: the page's own. */
  readonly examples: readonly string[];
  /** Names of those that it has. */
  readonly tools: readonly string[];
  readonly takes: AcceptedFiles;
}

/** What its models take besides texts. */
export interface AcceptedFiles {
  readonly images: boolean;
  readonly speech: boolean;
}

/** UTF-16 units; the server takes no more. */
export const MAX_MESSAGE_LENGTH = 32_000;

/** A file that goes with a message. */
export interface MessageFile {
  readonly name: string;
  /** A media type, or empty. */
  readonly type: string;
  /** Base64. */
  readonly content: string;
}

/** What there is to show of a file: only its name, where the content is not here any more. */
export type ShownFile = Pick<MessageFile, "name"> & Partial<MessageFile>;

/** A tool call of the agent and what came of it. */
export interface Step {
  readonly thought: string;
  readonly tool: string;
  /** JSON as the model gave it: text or an object. */
  readonly input: unknown;
  readonly observation: string;
}

/** A page that an answer rests on; both texts come from strangers. */
export interface Source {
  readonly title: string;
  readonly url: string;
}

/** The answer of a turn, or the notice that it failed. */
export interface Reply {
  readonly status: string;
  /** Markdown. */
  readonly text: string;
  readonly steps: readonly Step[];
  readonly sources: readonly Source[];
}

/** Why the server turned a request away, for people (RFC 9457). */
export interface Problem {
  readonly status: number;
  /** The last segment of the problem's `type`, e.g. `password-required`. */
  readonly slug: string;
  readonly title: string;
  readonly detail: string;
}

/** What the server reports about a turn. Steps and deltas may come again after a reconnection; `reply` or `error` is the last. */
export type TurnEvent =
  | { readonly type: "step"; readonly index: number; readonly step: Step }
  | { readonly type: "delta"; readonly offset: number; readonly text: string }
  /** The model cannot be reached; the server asks it again in that many seconds. */
  | { readonly type: "waiting"; readonly retrySeconds: number }
  | { readonly type: "reply"; readonly reply: Reply }
  | { readonly type: "error"; readonly problem: Problem };

export interface HistoryMessage {
  readonly turn: string;
  readonly role: "user" | "assistant";
  readonly text: string;
  /** Names of those that came with it. */
  readonly files: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** How many steps led to the answer; `undefined` where the server did not tell. */
  readonly steps: number | undefined;
  /** Whether the answer names sources; `undefined` where the server did not tell. */
  readonly hasSources: boolean | undefined;
}

/** A conversation in the list of the visitor's. */
export interface ListedConversation {
  readonly number: number;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface ConversationsList {
  readonly conversations: readonly ListedConversation[];
  /** How many there may be. */
  readonly limit: number;
}

export interface Conversation {
  readonly canSignOut: boolean;
  readonly model: { readonly name: string; readonly demo: boolean };
  /** Oldest first. */
  readonly messages: readonly HistoryMessage[];
  /** Turns that wait or run, and those that failed since the last answer, oldest first. */
  readonly open: readonly {
    readonly turn: string;
    readonly text: string;
    readonly files: readonly string[];
  }[];
}

// The parsers are lenient: what is missing reads as empty, so that a page which is older than its server still works.

/** `undefined` for an event that this page does not know. */
export function parseTurnEvent(
  name: string,
  data: string,
): TurnEvent | undefined {
  const body = parseJson(data);
  const { index, offset, text, retry_seconds: seconds } = fieldsOf(body);
  switch (name) {
    case "step":
      return { type: "step", index: toNumber(index), step: parseStep(body) };
    case "delta":
      return { type: "delta", offset: toNumber(offset), text: toText(text) };
    case "waiting":
      return { type: "waiting", retrySeconds: toNumber(seconds) };
    case "reply":
      return { type: "reply", reply: parseReply(body) };
    case "error":
      return { type: "error", problem: parseProblem(body) };
    default:
      return undefined;
  }
}

export function parseReply(body: unknown): Reply {
  const { status, reply, steps, sources } = fieldsOf(body);
  return {
    status: toText(status),
    text: toText(fieldsOf(reply)["text"]),
    steps: toList(steps).map(parseStep),
    sources: toList(sources).map((value) => {
      const { title, url } = fieldsOf(value);
      return { title: toText(title), url: toText(url) };
    }),
  };
}

export function parseProblem(body: unknown, status = 0): Problem {
  const { type, title, detail, status: told } = fieldsOf(body);
  return {
    status: toNumber(told) || status,
    slug: toText(type).split("/").at(-1) ?? "",
    title: toText(title),
    detail: toText(detail),
  };
}

export function parseConversation(body: unknown): Conversation {
  const { model, messages, open, can_sign_out: canSignOut } = fieldsOf(body);
  const { name, demo } = fieldsOf(model);
  return {
    canSignOut: canSignOut === true,
    model: { name: toText(name), demo: demo === true },
    messages: toList(messages).map(parseHistoryMessage),
    open: toList(open).map((value) => {
      const { turn, text, files } = fieldsOf(value);
      return {
        turn: toText(turn),
        text: toText(text),
        files: toList(files).map(toText),
      };
    }),
  };
}

export function parseConversationsList(body: unknown): ConversationsList {
  const { conversations, limit } = fieldsOf(body);
  return {
    conversations: toList(conversations).map((value) => {
      const { number, title, at } = fieldsOf(value);
      return {
        number: toNumber(number),
        title: toText(title),
        at: toNumber(at),
      };
    }),
    limit: toNumber(limit),
  };
}

/** What the server says in the page. */
export function parseBot(content: unknown): Bot {
  const { name, greeting, examples, tools, takes } = fieldsOf(content);
  const { images, speech } = fieldsOf(takes);
  return {
    name: toText(name),
    greeting: toText(greeting),
    examples: toList(examples).map(toText),
    tools: toList(tools).map(toText),
    takes: { images: images === true, speech: speech === true },
  };
}

/** `undefined` where the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseStep(value: unknown): Step {
  const { thought, tool, input, observation } = fieldsOf(value);
  return {
    thought: toText(thought),
    tool: toText(tool),
    input: input ?? "",
    observation: toText(observation),
  };
}

function parseHistoryMessage(value: unknown): HistoryMessage {
  const {
    turn,
    role,
    text,
    files,
    at,
    steps,
    has_sources: hasSources,
  } = fieldsOf(value);
  return {
    turn: toText(turn),
    role: role === "user" ? "user" : "assistant",
    text: toText(text),
    files: toList(files).map(toText),
    at: toNumber(at),
    steps: typeof steps === "number" ? steps : undefined,
    hasSources: typeof hasSources === "boolean" ? hasSources : undefined,
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function toNumber(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

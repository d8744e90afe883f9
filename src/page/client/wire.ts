/** The bot's identity, see `identity.ts` of the server. */
export interface Bot {
  readonly name: string;
  /** Empty: use the page's default. */
  readonly greeting: string;
  /** Empty: use the page's defaults. */
  readonly examples: readonly string[];
  readonly tools: readonly string[];
  readonly takes: AcceptedFiles;
}

/** What the models accept besides text. */
export interface AcceptedFiles {
  readonly images: boolean;
  readonly speech: boolean;
}

/** The server's limit, in UTF-16 code units. */
export const MAX_MESSAGE_LENGTH = 32_000;

/** The server's limits for the files of a message. */
export const MAX_FILES = 4;
export const MAX_FILE_BYTES = 1_000_000;
export const MAX_TOTAL_BYTES = 2_000_000;

/** A file of a message. */
export interface MessageFile {
  readonly name: string;
  /** A media type, or empty. */
  readonly type: string;
  /** Base64. */
  readonly content: string;
}

/** A file to show; only its name if its content is no longer here. */
export type ShownFile = Pick<MessageFile, "name"> & Partial<MessageFile>;

/** A tool call of the agent and its result. */
export interface Step {
  readonly thought: string;
  readonly tool: string;
  /** The model's JSON: a string or an object. */
  readonly input: unknown;
  readonly observation: string;
  readonly tokens: {
    readonly input: number;
    readonly cached: number;
    readonly output: number;
  };
  /** Of the model call that chose the step; 0 if unknown or another step's. */
  readonly modelMs: number;
  readonly toolMs: number | undefined;
}

/** A page that an answer cites. Both texts are untrusted. */
export interface Source {
  readonly title: string;
  readonly url: string;
}

/** A turn's answer. */
export interface Reply {
  /** Markdown. */
  readonly text: string;
  readonly steps: readonly Step[];
  readonly sources: readonly Source[];
}

/** Why the server rejected a request (RFC 9457). */
export interface Problem {
  readonly status: number;
  /** The last segment of the problem's `type`, e.g. `password-required`. */
  readonly slug: string;
  readonly title: string;
  readonly detail: string;
}

/**
 * A turn's event from the server. Steps and deltas may repeat after a
 * reconnection; `reply` or `error` comes last.
 */
export type TurnEvent =
  | { readonly type: "step"; readonly index: number; readonly step: Step }
  | { readonly type: "delta"; readonly offset: number; readonly text: string }
  /** The model is unreachable; the server retries after this many seconds. */
  | { readonly type: "waiting"; readonly retrySeconds: number }
  | { readonly type: "reply"; readonly reply: Reply }
  | { readonly type: "error"; readonly problem: Problem };

export interface HistoryMessage {
  readonly turn: string;
  readonly role: "user" | "assistant";
  readonly text: string;
  /** Names of its files. */
  readonly files: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
  /**
   * The number of steps before the answer; `undefined` if the server did not
   * say.
   */
  readonly steps: number | undefined;
  /** Whether the answer has sources; `undefined` if the server did not say. */
  readonly hasSources: boolean | undefined;
}

/** A conversation in the visitor's list. */
export interface ListedConversation {
  readonly number: number;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface ConversationsList {
  readonly conversations: readonly ListedConversation[];
  /** The most conversations a visitor can have. */
  readonly limit: number;
}

export interface Conversation {
  readonly canSignOut: boolean;
  readonly model: { readonly name: string; readonly demo: boolean };
  /** Oldest first. */
  readonly messages: readonly HistoryMessage[];
  /** Open turns, and those that failed since the last answer, oldest first. */
  readonly open: readonly {
    readonly turn: string;
    readonly text: string;
    readonly files: readonly string[];
  }[];
}

// The parsers read missing or invalid fields as empty, so that the page works
// with other versions of the server.

/** `undefined` for unknown events. */
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
  const { reply, steps, sources } = fieldsOf(body);
  return {
    text: toText(fieldsOf(reply)["text"]),
    steps: toList(steps).map(parseStep),
    sources: toList(sources).map((value) => {
      const { title, url } = fieldsOf(value);
      return { title: toText(title), url: toText(url) };
    }),
  };
}

export function parseProblem(body: unknown, status = 0): Problem {
  const { type, title, detail, status: ownStatus } = fieldsOf(body);
  return {
    status: toNumber(ownStatus) || status,
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

/** Parses the `parley-bot` data of the page. */
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

/** The token of a new session in a frame. */
export function parseSession(body: unknown): string {
  return toText(fieldsOf(body)["session"]);
}

/** `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseStep(value: unknown): Step {
  const { thought, tool, input, observation, usage, ...times } =
    fieldsOf(value);
  const tokens = fieldsOf(usage);
  return {
    thought: toText(thought),
    tool: toText(tool),
    input: input ?? "",
    observation: toText(observation),
    tokens: {
      input: toNumber(tokens["input_tokens"]),
      cached: toNumber(tokens["cached_input_tokens"]),
      output: toNumber(tokens["output_tokens"]),
    },
    modelMs: toNumber(times["model_ms"]),
    toolMs: "tool_ms" in times ? toNumber(times["tool_ms"]) : undefined,
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

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
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

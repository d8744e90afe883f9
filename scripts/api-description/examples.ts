import type { ZodOpenApiMediaTypeObject } from "zod-openapi";

/** The request and the answer that the description shows. */
export const EXAMPLE_MESSAGE = {
  conversation: "order-17",
  text: "What is 12.5% of 80.16 * 3?",
  id: "m1",
};

/** Whose callbacks, and where they are sent. */
export const EXAMPLE_OWNER = {
  caller: "shop",
  callback_url: "https://shop.example.com/hooks/parley",
};

export const EXAMPLE_DELIVERIES = {
  message_id: "m1",
  callback_url: "https://shop.example.com/hooks/parley",
  status: "delivered",
  next_attempt_at: null,
  deliveries: [
    {
      attempt: 1,
      at: "2026-11-22T08:00:00.000Z",
      duration_ms: 10_000,
      error: "No answer within 10 seconds.",
    },
    {
      attempt: 2,
      at: "2026-11-22T08:00:15.000Z",
      duration_ms: 120,
      status_code: 204,
    },
  ],
};

export const EXAMPLE_REPLY = {
  id: "m1",
  conversation: "order-17",
  status: "delivered",
  reply: { text: "12.5% of 80.16 * 3 = 30.06." },
  steps: [
    {
      thought: "This needs a calculation.",
      tool: "calculator",
      input: "12.5% of 80.16 * 3",
      observation: "30.06",
    },
  ],
  sources: [],
  usage: {
    input_tokens: 600,
    cached_input_tokens: 0,
    output_tokens: 40,
    model_calls: 2,
  },
};

/** In a shell `PARLEY_KEY` is the API key. */
export interface CodeSample {
  readonly lang: "Shell" | "JavaScript" | "HTTP";
  readonly label: string;
  readonly source: string;
}

/** A placeholder for the deployment's own address, which the reference fills in (`reference/reference.js`). */
const SAMPLE_ORIGIN = "https://parley.example.com";

/** Writes a request to be pasted into a shell, for `curl`; options such as `-i` come first, then the headers, then the body. */
export function curl(
  label: string,
  {
    method,
    path,
    options = "",
    headers = {},
    body,
    isPublic = false,
  }: {
    method?: "POST" | "PATCH" | "DELETE";
    path: string;
    options?: string;
    headers?: Readonly<Record<string, string>>;
    body?: unknown;
    /** Without a key. */
    isPublic?: boolean;
  },
): CodeSample {
  const start = ["curl", options, method && `-X ${method}`]
    .filter(Boolean)
    .join(" ");
  const all = {
    ...(!isPublic && { Authorization: "Bearer $PARLEY_KEY" }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...headers,
  };
  const lines = [
    `${start} ${SAMPLE_ORIGIN}${path}`,
    ...Object.entries(all).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined
      ? []
      : [`-d '${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}'`]),
  ];
  return { lang: "Shell", label, source: lines.join(" \\\n  ") };
}

/** The events of a message, as far as OpenAPI 3.1 has words for them; `x-server-sent-events` names the schema of each one's data. */
export const EVENT_STREAM = {
  schema: {
    type: "string",
    description:
      "Server-sent events in UTF-8. Each event's data is one JSON object. Lines that start with `:` keep the connection open.",
  },
  examples: {
    answer: {
      summary: "An answer with one step",
      value: [
        "retry: 1000",
        'event: step\ndata: {"index":0,"thought":"This needs a calculation.","tool":"calculator","input":"12.5% of 80.16 * 3","observation":"30.06"}\nid: 1-0-811c9dc5-6feb',
        'event: delta\ndata: {"offset":0,"text":"12.5% of 80.16 * 3 "}\nid: 1-19-8f4410ef-6feb',
        'event: delta\ndata: {"offset":19,"text":"= 30.06."}\nid: 1-27-d2c0a4af-6feb',
        'event: reply\ndata: {"id":"m1","conversation":"order-17","status":"delivered","reply":{"text":"12.5% of 80.16 * 3 = 30.06."},"steps":[{"thought":"This needs a calculation.","tool":"calculator","input":"12.5% of 80.16 * 3","observation":"30.06"}],"sources":[],"usage":{"input_tokens":600,"cached_input_tokens":0,"output_tokens":40,"model_calls":2}}\nid: 1-27-d2c0a4af-6feb-end',
        "",
      ].join("\n\n"),
    },
  },
  "x-server-sent-events": {
    step: { $ref: "#/components/schemas/StepEvent" },
    delta: { $ref: "#/components/schemas/DeltaEvent" },
    waiting: { $ref: "#/components/schemas/WaitingEvent" },
    reply: { $ref: "#/components/schemas/Reply" },
    error: { $ref: "#/components/schemas/ErrorEvent" },
  },
} as const satisfies ZodOpenApiMediaTypeObject;

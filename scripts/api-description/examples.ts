import type { ZodOpenApiMediaTypeObject } from "zod-openapi";

/** The request that the examples send. */
export const EXAMPLE_MESSAGE = {
  conversation: "order-17",
  text: "What is 12.5% of 80.16 * 3?",
  id: "m1",
};

/** The caller and the URL in the callback examples. */
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
      usage: { input_tokens: 280, cached_input_tokens: 0, output_tokens: 22 },
      model_ms: 1_240,
      tool_ms: 3,
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

/** Shell samples expect the API key in `PARLEY_KEY`. */
export interface CodeSample {
  readonly lang: "Shell" | "JavaScript" | "HTTP";
  readonly label: string;
  readonly source: string;
}

/**
 * Placeholder origin; the reference replaces it with the deployment's
 * (`reference/reference.js`).
 */
const SAMPLE_ORIGIN = "https://parley.example.com";

/**
 * Formats a request as a `curl` command: options such as `-i` first, then
 * headers, then the body.
 */
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
    /** No API key needed. */
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

/**
 * A message's event stream. OpenAPI 3.1 cannot describe single events, so
 * `x-server-sent-events` maps each to the schema of its data.
 */
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
        'event: step\ndata: {"index":0,"thought":"This needs a calculation.","tool":"calculator","input":"12.5% of 80.16 * 3","observation":"30.06","usage":{"input_tokens":280,"cached_input_tokens":0,"output_tokens":22},"model_ms":1240,"tool_ms":3}\nid: 1-0-811c9dc5-6feb',
        'event: delta\ndata: {"offset":0,"text":"12.5% of 80.16 * 3 "}\nid: 1-19-8f4410ef-6feb',
        'event: delta\ndata: {"offset":19,"text":"= 30.06."}\nid: 1-27-d2c0a4af-6feb',
        'event: reply\ndata: {"id":"m1","conversation":"order-17","status":"delivered","reply":{"text":"12.5% of 80.16 * 3 = 30.06."},"steps":[{"thought":"This needs a calculation.","tool":"calculator","input":"12.5% of 80.16 * 3","observation":"30.06","usage":{"input_tokens":280,"cached_input_tokens":0,"output_tokens":22},"model_ms":1240,"tool_ms":3}],"sources":[],"usage":{"input_tokens":600,"cached_input_tokens":0,"output_tokens":40,"model_calls":2}}\nid: 1-27-d2c0a4af-6feb-end',
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

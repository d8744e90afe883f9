import type { ZodOpenApiMediaTypeObject } from "zod-openapi";

/** The events of a message, as far as OpenAPI 3.1 has words for them; `x-server-sent-events` names the schema of each one's data. */
export const EVENT_STREAM = {
  schema: {
    type: "string",
    description:
      "Server-sent events in UTF-8. The data of each is one JSON object. Lines that begin with `:` keep the connection open.",
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

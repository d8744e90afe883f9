import * as z from "zod";
import { body, field, int, text } from "./described.ts";

export const ProblemBody = body(
  "Problem",
  "Why a request was rejected (RFC 9457).",
  {
    type: field(
      z.url(),
      "The problem type. Stable: programs can rely on it.",
      "https://parley.chat/problems/invalid-fields",
    ),
    title: text(
      "A short, human-readable summary.",
      "Invalid fields in the body",
    ),
    status: int("The HTTP status.", 422),
    detail: text(
      "What went wrong in this case, and how to fix it.",
      "/text is missing",
    ),
    errors: field(
      z.array(
        z.object({
          pointer: text(
            "A JSON Pointer (RFC 6901) into the request body.",
            "/text",
          ),
          detail: text("What is wrong with it.", "is missing"),
        }),
      ),
      "The invalid fields.",
    ).exactOptional(),
  },
);

export type ProblemBody = Readonly<z.infer<typeof ProblemBody>>;

const Tokens = {
  input_tokens: int("Input tokens.", 600),
  cached_input_tokens: int(
    "Input tokens served from the provider's prompt cache.",
    0,
  ),
  output_tokens: int("Output tokens.", 40),
};

export const StepBody = body("Step", "A tool call and its result.", {
  thought: text(
    "The model's reasoning in its own words; empty if it gave none.",
    "This needs a calculation.",
  ),
  tool: text(
    "The tool's name; `invalid_reply` if what the model wrote could not be read.",
    "calculator",
  ),
  input: field(
    z.unknown(),
    "The tool's input: a string or an object.",
    "12.5% of 80.16 * 3",
  ),
  observation: text("The tool's output.", "30.06"),
  usage: field(
    z.object(Tokens),
    "Tokens of the model call that chose the step; 0 if an earlier step was chosen in the same call.",
  ),
  model_ms: int(
    "Milliseconds of that call; absent if it is an earlier step's.",
    1200,
  ).exactOptional(),
  tool_ms: int(
    "Milliseconds that the tool ran; absent if none did.",
    3,
  ).exactOptional(),
});

export type StepBody = Readonly<z.infer<typeof StepBody>>;

const SourceBody = body("Source", "A page that the answer is based on.", {
  title: text(
    "Text from outside: escape it before you display it.",
    "Percentage",
  ),
  url: text("http or https.", "https://en.wikipedia.org/wiki/Percentage"),
});

const UsageBody = body(
  "Usage",
  "Model usage of the answer. It may still grow after the reply, when a long conversation is summarised.",
  {
    ...Tokens,
    model_calls: int("The number of model calls.", 2),
    is_estimated: field(
      z.literal(true),
      "Set if some counts are estimates; absent if the provider counted everything.",
    ).exactOptional(),
  },
);

const QuestionBody = body(
  "Question",
  "A question that waits for an answer: approval of a tool, a choice, a sign-in at a tool server, or whether a cut answer goes on.",
  {
    kind: field(
      z.enum(["approval", "choice", "sign-in", "cut"]),
      "What is asked.",
      "approval",
    ),
    expires_at: field(
      z.iso.datetime(),
      "Afterwards, an answer does nothing and says so.",
      "2026-12-06T09:00:00.000Z",
    ),
    buttons: field(
      z.array(
        z.object({
          label: text("In the user's language.", "Run it once"),
          text: text(
            "Send this as the text of a new message of the same user in the conversation.",
            "approve 7k2m9q",
          ),
        }),
      ),
      "The answers to offer. To a choice, any other text is an answer, too.",
    ),
    is_for_operators: field(
      z.literal(true),
      "Only people of the team can answer, so there are no buttons.",
    ).exactOptional(),
  },
);

export const ReplyBody = body(
  "Reply",
  "A message with everything it has produced so far.",
  {
    id: text(
      "The message's id: yours, or a generated one if you gave none.",
      "m1",
    ),
    conversation: text("The conversation, as you named it.", "order-17"),
    status: field(
      z.enum(["accepted", "thinking", "answered", "delivered", "failed"]),
      "`accepted` → `thinking` → `answered` → `delivered`; or `failed`: then the reply is a notice for the user.",
      "delivered",
    ),
    reply: field(
      z
        .object({ text: text("Markdown.", "12.5% of 80.16 * 3 = 30.06.") })
        .nullable(),
      "`null` until there is one.",
    ),
    steps: field(
      z.array(StepBody),
      "The agent's completed steps so far, in order.",
    ),
    sources: field(
      z.array(SourceBody),
      "The pages that the answer's tool results come from, without duplicates, at most 20. Empty for a notice, and until there is an answer.",
    ),
    usage: UsageBody,
    is_stopped: field(
      z.literal(true),
      "The message was stopped: the reply is what had been written by then.",
    ).exactOptional(),
    is_for_person: field(
      z.literal(true),
      "A person of the team has the conversation, and the message was left to them: the reply only says so, or is empty. Theirs are in the conversation.",
    ).exactOptional(),
    is_over_budget: field(
      z.literal(true),
      "A daily budget is spent: the reply only says so, and when it is renewed.",
    ).exactOptional(),
    question: field(
      QuestionBody,
      "The reply asks this, and the answer goes on in the message that answers it. Absent once that is answered.",
    ).exactOptional(),
    metadata: field(
      z.record(z.string(), z.string()),
      "Your labels, as sent with the message.",
      { ticket: "T-3" },
    ).exactOptional(),
  },
);

export type ReplyBody = Readonly<z.infer<typeof ReplyBody>>;

/**
 * Body of a 202 to `POST /v1/messages`: the turn so far, and where to fetch its
 * reply.
 */
export const AcceptedMessage = body(
  "AcceptedMessage",
  "A message that has been stored and will be answered.",
  {
    ...ReplyBody.shape,
    status_url: field(
      z.url(),
      "Where to fetch the reply; also in the `Location` header.",
      "https://parley.example.com/v1/messages/m1",
    ),
    waiting_for: field(
      z.enum(["earlier-messages", "answer", "model"]),
      "Set if the request waited: `earlier-messages` of the conversation are answered first, the `answer` is being written, or the `model` could not be reached and is asked again.",
      "answer",
    ).exactOptional(),
  },
);

export type AcceptedMessage = z.infer<typeof AcceptedMessage>;

/** Data of `event: step`. */
export const StepEvent = body("StepEvent", "A completed step.", {
  index: int(
    "The step's index in the message, from 0. Each step is sent once.",
    0,
  ),
  ...StepBody.shape,
});

/** Data of `event: delta`. */
export const DeltaEvent = body(
  "DeltaEvent",
  "Text of the answer as it is written.",
  {
    offset: int(
      "Where the text begins in the answer, in UTF-16 code units. If this is before the end of what you have, the answer restarts from there.",
      0,
    ),
    text: text("Markdown.", "12.5% of "),
  },
);

/** Data of `event: waiting`. */
export const WaitingEvent = body(
  "WaitingEvent",
  "The model could not be reached.",
  { retry_seconds: int("When the model is retried.", 10) },
);

/** Data of `event: error`. */
export const ErrorEvent = body(
  "ErrorEvent",
  "The turn failed, its conversation was deleted, or the stream broke off.",
  {
    ...ProblemBody.shape,
    id: text(
      "The message's id; present if its turn failed.",
      "m1",
    ).exactOptional(),
  },
);

export type StepEvent = z.infer<typeof StepEvent>;
export type DeltaEvent = z.infer<typeof DeltaEvent>;
export type WaitingEvent = z.infer<typeof WaitingEvent>;
export type ErrorEvent = z.infer<typeof ErrorEvent>;

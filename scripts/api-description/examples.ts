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
      error: "There was no answer within 10 seconds.",
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

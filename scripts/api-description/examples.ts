/** The request and the answer that the description shows. */
export const EXAMPLE_MESSAGE = {
  conversation: "order-17",
  text: "What is 12.5% of 80.16 * 3?",
  id: "m1",
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

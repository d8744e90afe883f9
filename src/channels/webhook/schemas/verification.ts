import * as z from "zod";

/** 64 hexadecimal digits. */
export const Challenge = z.string().meta({
  description: "A random string to send back unchanged.",
  examples: [
    "4f6cde0a9b1c2d3e4f5061728394a5b6c7d8e9f00112233445566778899aabbc",
  ],
});

/** Strict: an endpoint that echoes its requests has confirmed nothing. */
export const VerificationAnswer = z
  .strictObject({ challenge: Challenge })
  .meta({
    id: "CallbackVerificationAnswer",
    description: "The challenge and nothing else. At most 1,000 characters.",
  });

import * as z from "zod";

/** A text in a body, with words for people who leave it out or send something else. */
export function textField(): z.ZodString {
  return z.string({
    error: ({ input }) =>
      input === undefined ? "is missing" : "must be a text",
  });
}

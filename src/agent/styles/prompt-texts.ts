/** Every style's notice at a limit begins with it, so that a reader of prompts can tell it from what people say. */
export const NO_MORE_TOOLS =
  "No more tools can be used. Answer now with what you know, and say what is missing";

export const HOW_TO_ANSWER = "Answer in the user's language; Markdown is fine.";

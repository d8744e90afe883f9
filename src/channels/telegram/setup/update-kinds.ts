/** The kinds of updates that Parley reads, and Telegram is asked for (https://core.telegram.org/bots/api#update). */
export const UPDATE_KINDS = [
  "message",
  "edited_message",
  "callback_query",
] as const;

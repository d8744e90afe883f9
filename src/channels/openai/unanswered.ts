import type { Problem } from "../../channel.ts";

/** There is no answer yet, and nobody waits any longer. */
export const UNANSWERED: Problem = {
  status: 504,
  slug: "not-answered-yet",
  title: "The answer takes too long",
  detail:
    "Nothing can wait for it any longer here. Where the request names its conversation, the message will be answered: GET /v1/messages/{id} has the answer then. Otherwise nothing of it was kept; send it again.",
};

import type { Budget } from "../budget.ts";
import type { Archive } from "../archive.ts";
import type { Mailbox } from "../ports.ts";
import { findExcessAtDoor } from "./find-excess.ts";

/**
 * The same mailbox, which takes no more messages of a person in a minute than the budget allows, where senders hear of it at
 * once and can send again. A message that it has already is always known again.
 */
export function limitMessages({
  mailbox,
  budget,
}: {
  mailbox: Mailbox & Pick<Archive, "findTurn">;
  budget: Budget | undefined;
}): Mailbox {
  return {
    ...mailbox,
    async deliver(message) {
      const excess = await findExcessAtDoor({ budget, message });
      const isNew =
        excess !== undefined && (await mailbox.findTurn(message)) === undefined;
      return isNew ? excess : mailbox.deliver(message);
    },
  };
}

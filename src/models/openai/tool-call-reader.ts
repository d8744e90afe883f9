import type { ModelEvent } from "../../prompt.ts";
import { asObject, asText, isObject } from "../json.ts";

/** A longer id is replaced by one of our own: it would go into each later prompt of the turn. */
const MAX_ID_LENGTH = 200;

type ToolCallEvent = Extract<ModelEvent, { type: "tool-call" }>;

/**
 * Reads the pieces of one stream's tool calls. Gives each call an index and an id of its own, also where a server
 * sends no index, the same one for all calls, or empty and repeated ids.
 */
export function createToolCallReader(): (piece: unknown) => ToolCallEvent {
  const sentIds: string[] = [];
  /** The last call by the index that was sent with it. */
  const lastCalls = new Map<number | undefined, number>();
  /** How often each id was used. */
  const uses = new Map<string, number>();

  const giveId = (sentId: string): string => {
    let id = sentId;
    while (id === "" || uses.has(id)) {
      const number = (uses.get(sentId) ?? 0) + 1;
      uses.set(sentId, number);
      id = `${sentId || "call"}_${number}`;
    }
    uses.set(id, 0);
    return id;
  };

  return (piece) => {
    const { id, extra_content, ...sent } = asObject(piece);
    const called = asObject(sent["function"]);
    const sentArguments = called["arguments"];
    const sentIndex =
      typeof sent["index"] === "number" ? sent["index"] : undefined;
    const sentId = asText(id).length > MAX_ID_LENGTH ? "" : asText(id);
    const name = asText(called["name"]);
    const written = {
      // Some servers send the arguments as an object, at once.
      arguments: isObject(sentArguments)
        ? JSON.stringify(sentArguments)
        : asText(sentArguments),
      // Gemini's signatures of its thoughts.
      ...(extra_content != null && { extra: extra_content }),
    };

    const index =
      sentIndex === undefined
        ? sentIds.length - 1
        : (lastCalls.get(sentIndex) ?? -1);
    // Another id alone begins no call: some servers make one up for each piece. The name comes with a call's first.
    const isAnother =
      name !== "" &&
      (sentIndex === undefined || (sentId !== "" && sentId !== sentIds[index]));
    if (index !== -1 && !isAnother)
      return { type: "tool-call", index, ...written };

    sentIds.push(sentId);
    const newIndex = sentIds.length - 1;
    lastCalls.set(sentIndex, newIndex);
    return {
      type: "tool-call",
      index: newIndex,
      id: giveId(sentId),
      name,
      ...written,
    };
  };
}

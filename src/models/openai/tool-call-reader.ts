import { asObject, asText, isObject } from "../../text/json.ts";
import type { ModelEvent } from "../../types/model.ts";

/**
 * A longer id is replaced, since it would go into every later prompt of the
 * turn.
 */
const MAX_ID_LENGTH = 200;

type ToolCallEvent = Extract<ModelEvent, { type: "tool-call" }>;

/**
 * Assigns each call an index and a unique id, since some servers send none, or
 * repeat them.
 */
export function createToolCallReader(): (piece: unknown) => ToolCallEvent {
  const sentIds: string[] = [];
  /** The latest call with each received index. */
  const lastCalls = new Map<number | undefined, number>();
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
      // Gemini's thought signatures.
      ...(extra_content != null && { extra: extra_content }),
    };

    const index =
      sentIndex === undefined
        ? sentIds.length - 1
        : (lastCalls.get(sentIndex) ?? -1);
    // A new id alone starts no call: some servers generate one per chunk. A
    // call's first chunk has its name.
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

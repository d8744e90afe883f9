import * as z from "zod";
import type { ModelEvent } from "../../prompt.ts";

type ToolCallEvent = Extract<ModelEvent, { type: "tool-call" }>;

/** Some servers send the arguments as an object, at once. */
const writtenArguments = z.union([
  z.string(),
  z.looseObject({}).transform((object) => JSON.stringify(object)),
]);

/** An element of `delta.tool_calls`. */
export const toolCallPiece = z.object({
  index: z.number().nullish().catch(undefined),
  id: z.string().nullish().catch(undefined),
  function: z
    .object({
      name: z.string().nullish(),
      arguments: writtenArguments.nullish(),
    })
    .nullish(),
  /** Gemini's: signatures of its thoughts. */
  extra_content: z.unknown().optional(),
});

/**
 * Reads the pieces of one stream's tool calls. Gives each call an index and an id of its own, also where a server
 * sends no index, the same one for all calls, or empty and repeated ids.
 */
export function createToolCallReader(): (
  piece: z.infer<typeof toolCallPiece>,
) => ToolCallEvent {
  const calls: { sentIndex: number | undefined; sentId: string }[] = [];
  const ids = new Set<string>();

  const giveId = (sentId: string): string => {
    let id = sentId;
    for (let number = 1; id === "" || ids.has(id); number++)
      id = `${sentId || "call"}_${number}`;
    ids.add(id);
    return id;
  };

  return (piece) => {
    const sentIndex = piece.index ?? undefined;
    const sentId = piece.id ?? "";
    const name = piece.function?.name ?? "";
    const written = {
      arguments: piece.function?.arguments ?? "",
      ...(piece.extra_content != null && { extra: piece.extra_content }),
    };

    const index = calls.findLastIndex(
      (call) => sentIndex === undefined || call.sentIndex === sentIndex,
    );
    // Another id alone begins no call: some servers make one up for each piece. The name comes with a call's first.
    const isAnother =
      name !== "" &&
      (sentIndex === undefined ||
        (sentId !== "" && sentId !== calls[index]?.sentId));
    if (index !== -1 && !isAnother)
      return { type: "tool-call", index, ...written };

    calls.push({ sentIndex, sentId });
    return {
      type: "tool-call",
      index: calls.length - 1,
      id: giveId(sentId),
      name,
      ...written,
    };
  };
}

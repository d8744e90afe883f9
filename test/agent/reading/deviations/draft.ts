/** What a model decided. */
export type Decision =
  | { readonly kind: "action"; readonly tool: string; readonly input: unknown }
  | { readonly kind: "answer"; readonly output: string };

export const STYLES = ["object", "block", "lines", "call"] as const;
/**
 * The formats of the agent styles: an object, labels around an object, labelled
 * lines, a native call in text.
 */
export type Style = (typeof STYLES)[number];

export interface Names {
  readonly thought: string;
  readonly action: string;
  readonly input: string;
  readonly final: string;
}

/** A reply before serialization; each deviation changes a part. */
export interface Draft {
  readonly style: Style;
  readonly decision: Decision;
  readonly labels: Names;
  readonly keys: Names;
  /** Writes a label with its colon. */
  readonly writeLabel: (name: string, index: number) => string;
  readonly writeName: (name: string) => string;
  /** Writes the input of labelled lines. */
  readonly writeInput: (input: string) => string;
  /** Arranges the object's fields. */
  readonly shape: (fields: Record<string, unknown>, draft: Draft) => unknown;
  readonly writeJson: (value: unknown) => string;
  readonly writeFence: (json: string) => string;
  /** Applied to the complete reply, in order. */
  readonly wrap: readonly ((reply: string) => string)[];
}

const THOUGHT = "That can be looked up";

export function createDraft(style: Style, decision: Decision): Draft {
  return {
    style,
    decision,
    labels: {
      thought: "Thought",
      action: "Action",
      input: "Action Input",
      final: "Final Answer",
    },
    keys:
      style === "call"
        ? { thought: "thought", action: "name", input: "arguments", final: "" }
        : {
            thought: "thought",
            action: "action",
            input: "action_input",
            final: "Final Answer",
          },
    writeLabel: (name) => `${name}:`,
    writeName: (name) => name,
    writeInput: (input) => input,
    shape: (fields) => fields,
    writeJson: (value) => JSON.stringify(value),
    writeFence: (json) =>
      style === "block"
        ? `\`\`\`json\n${json}\n\`\`\``
        : style === "call"
          ? `<tool_call>\n${json}\n</tool_call>`
          : json,
    wrap: [],
  };
}

export function writeReply(draft: Draft): string {
  return draft.wrap.reduce((reply, wrap) => wrap(reply), writeBody(draft));
}

function writeBody(draft: Draft): string {
  const { style, decision, labels, writeLabel } = draft;
  if (style === "call" && decision.kind === "answer") return decision.output;
  if (style === "object" || style === "call") return writeObject(draft);
  const thought = `${writeLabel(labels.thought, 0)} ${THOUGHT}`;
  if (decision.kind === "answer")
    return `${thought}\n${writeLabel(labels.final, 1)} ${decision.output}`;
  const action = writeLabel(labels.action, 1);
  if (style === "block") return `${thought}\n${action}\n${writeObject(draft)}`;
  const { tool, input } = decision;
  const text = typeof input === "string" ? input : draft.writeJson(input);
  return `${thought}\n${action} ${draft.writeName(tool)}\n${writeLabel(labels.input, 2)} ${draft.writeInput(text)}`;
}

function writeObject(draft: Draft): string {
  const { decision, keys } = draft;
  const name = decision.kind === "action" ? decision.tool : keys.final;
  const value = decision.kind === "action" ? decision.input : decision.output;
  const fields = {
    ...(draft.style === "object" && { [keys.thought]: THOUGHT }),
    [keys.action]: draft.writeName(name),
    [keys.input]: value,
  };
  return draft.writeFence(draft.writeJson(draft.shape(fields, draft)));
}

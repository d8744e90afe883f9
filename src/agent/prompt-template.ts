/** A deployment's own prompt. */
export interface PromptTemplate {
  readonly kind: "template";
  /** It has slots for the whole prompt, which is sent as one message; otherwise it is the system message. */
  readonly isWholePrompt: boolean;
  readonly slots: ReadonlySet<Slot>;
  readonly parts: readonly (string | { readonly slot: Slot })[];
}

/** Each problem continues a sentence that begins with the variable's name: “has no {tools} …”; it holds no text of the template. */
export interface WrongTemplate {
  readonly kind: "wrong";
  readonly problems: readonly string[];
}

export type Slot =
  "instructions" | "tools" | "tool_names" | "history" | "input" | "scratchpad";

/** In UTF-16 units. */
const MAX_TEMPLATE_LENGTH = 20_000;

const SLOTS: ReadonlyMap<string, Slot> = new Map([
  ["{instructions}", "instructions"],
  ["{tools}", "tools"],
  ["{tool_names}", "tool_names"],
  ["{history}", "history"],
  ["{input}", "input"],
  ["{scratchpad}", "scratchpad"],
  // As LangChain's templates call it.
  ["{agent_scratchpad}", "scratchpad"],
]);

/**
 * Reads a prompt template with the slots `{instructions}`, `{tools}`, `{tool_names}`, `{history}`, `{input}` and
 * `{scratchpad}`; all other braces are text. With `{input}` it is the whole prompt, without it the system message.
 * Reports all its problems at once.
 * @param callsNatively the agent's style sends its tools separately from the messages
 */
export function parsePromptTemplate(
  text: string,
  { callsNatively }: { callsNatively: boolean },
): PromptTemplate | WrongTemplate {
  const parts = text.split(/(\{\w+\})/).map((part) => {
    const slot = SLOTS.get(part);
    return slot === undefined ? part : { slot };
  });
  const slots = new Set(
    parts.flatMap((part) => (typeof part === "string" ? [] : [part.slot])),
  );
  const problems = [
    ...(text.trim() === "" ? ["is empty"] : []),
    ...(text.length > MAX_TEMPLATE_LENGTH
      ? [`is longer than ${MAX_TEMPLATE_LENGTH} characters`]
      : []),
    ...(slots.has("input")
      ? findWholePromptProblems(slots, { callsNatively })
      : findSystemMessageProblems(slots)),
    ...(callsNatively || slots.has("tools") || slots.has("tool_names")
      ? []
      : ["has no {tools}, so that the model would not know its tools"]),
  ];
  return problems.length > 0
    ? { kind: "wrong", problems }
    : { kind: "template", isWholePrompt: slots.has("input"), slots, parts };
}

/** The template with its slots filled. What is put into a slot is never searched for slots itself. */
export function fillTemplate(
  { parts }: PromptTemplate,
  contents: Readonly<Partial<Record<Slot, string>>>,
): string {
  return parts
    .map((part) =>
      typeof part === "string" ? part : (contents[part.slot] ?? ""),
    )
    .join("");
}

function findWholePromptProblems(
  slots: ReadonlySet<Slot>,
  { callsNatively }: { callsNatively: boolean },
): string[] {
  return [
    ...(slots.has("scratchpad")
      ? []
      : [
          "has {input}, but no {scratchpad}, so that the model would never see what its tools found",
        ]),
    ...(callsNatively
      ? [
          "has {input} and would be the whole prompt, but native tool calls need messages of their own; leave out {input}, {history} and {scratchpad}, or choose another AGENT_STYLE",
        ]
      : []),
  ];
}

function findSystemMessageProblems(slots: ReadonlySet<Slot>): string[] {
  return (["history", "scratchpad"] as const)
    .filter((slot) => slots.has(slot))
    .map(
      (slot) =>
        `has {${slot}}, but no {input}; add {input} for a template of the whole prompt, or leave out {${slot}} for one of the system message`,
    );
}

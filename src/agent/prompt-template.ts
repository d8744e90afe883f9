/** The operator's own prompt, from the configuration. */
export interface PromptTemplate {
  readonly kind: "template";
  /**
   * It has slots for the whole prompt, which is sent as one message; otherwise
   * it replaces the system message.
   */
  readonly isWholePrompt: boolean;
  readonly slots: ReadonlySet<Slot>;
  readonly parts: readonly (string | { readonly slot: Slot })[];
}

type Slot =
  "instructions" | "tools" | "tool_names" | "history" | "input" | "scratchpad";

const MAX_TEMPLATE_LENGTH = 20_000;

const SLOTS: ReadonlyMap<string, Slot> = new Map([
  ["{instructions}", "instructions"],
  ["{tools}", "tools"],
  ["{tool_names}", "tool_names"],
  ["{history}", "history"],
  ["{input}", "input"],
  ["{scratchpad}", "scratchpad"],
  // The name in LangChain's templates.
  ["{agent_scratchpad}", "scratchpad"],
]);

/**
 * Parses a template with the slots `{instructions}`, `{tools}`, `{tool_names}`,
 * `{history}`, `{input}` and `{scratchpad}`; other braces are text. With
 * `{input}` it is the whole prompt, otherwise the system message. Problems are
 * predicates for the variable's name (`is empty`) and never quote the template.
 * @param callsNatively the style sends its tools separately from the messages
 */
export function parsePromptTemplate(
  text: string,
  { callsNatively }: { callsNatively: boolean },
):
  | PromptTemplate
  | { readonly kind: "wrong"; readonly problems: readonly string[] } {
  const parts = text.split(/(\{\w+\})/).map((part) => {
    const slot = SLOTS.get(part);
    return slot === undefined ? part : { slot };
  });
  const slots = new Set(
    parts.flatMap((part) => (typeof part === "string" ? [] : [part.slot])),
  );
  const isWholePrompt = slots.has("input");
  const checks: readonly (readonly [isWrong: boolean, problem: string])[] = [
    [text.trim() === "", "is empty"],
    [
      text.length > MAX_TEMPLATE_LENGTH,
      `is longer than ${MAX_TEMPLATE_LENGTH} characters`,
    ],
    [
      isWholePrompt && !slots.has("scratchpad"),
      "has {input}, but no {scratchpad}, so that the model would never see what its tools found",
    ],
    [
      isWholePrompt && callsNatively,
      "has {input} and would be the whole prompt, but native tool calls need messages of their own; leave out {input}, {history} and {scratchpad}, or choose another AGENT_STYLE",
    ],
    ...(["history", "scratchpad"] as const).map(
      (slot) =>
        [
          !isWholePrompt && slots.has(slot),
          `has {${slot}}, but no {input}; add {input} for a template of the whole prompt, or leave out {${slot}} for one of the system message`,
        ] as const,
    ),
    [
      !callsNatively && !slots.has("tools") && !slots.has("tool_names"),
      "has no {tools}, so that the model would not know its tools",
    ],
  ];
  const problems = checks.filter(([isWrong]) => isWrong);
  return problems.length > 0
    ? { kind: "wrong", problems: problems.map(([, problem]) => problem) }
    : { kind: "template", isWholePrompt, slots, parts };
}

/** Fills the slots. Slots inside inserted text are not filled. */
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

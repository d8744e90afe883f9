import { readReply } from "../../../../src/agent/reading/read-reply.ts";
import type { Deviation } from "./deviation.ts";
import { DEVIATIONS } from "./deviations.ts";
import {
  createDraft,
  STYLES,
  writeReply,
  type Decision,
  type Draft,
} from "./draft.ts";

export const tools = ["web_search", "calculator"];
const DECISIONS: readonly Decision[] = [
  { kind: "action", tool: "web_search", input: "moss in the shade" },
  {
    kind: "action",
    tool: "web_search",
    input: { query: "moss", fresh: true },
  },
  { kind: "answer", output: "Moss grows on 3 walls." },
];
export const DRAFTS = STYLES.flatMap((style) =>
  DECISIONS.map((decision) => createDraft(style, decision)),
);
/** Each draft with all deviations that apply to it. */
export const choices = DRAFTS.map((draft) => ({
  draft,
  deviations: DEVIATIONS.filter(({ fits }) => fits(draft)),
}));

/** The decision of a reply; `undefined` if the model is asked again. */
export function understand(reply: string, isCut = false): Decision | undefined {
  const reading = readReply(reply, { tools, isCut });
  if (reading.kind === "finish")
    return { kind: "answer", output: reading.output };
  if (reading.kind === "unreadable" || !tools.includes(reading.action.tool))
    return undefined;
  const { tool, input } = reading.action;
  return { kind: "action", tool, input };
}

export function write(draft: Draft, deviations: readonly Deviation[]): string {
  return writeReply(
    deviations.reduce(
      (changed, { apply }) => ({ ...changed, ...apply(changed) }),
      draft,
    ),
  );
}

export function isRecovered(
  draft: Draft,
  deviations: readonly Deviation[],
): boolean {
  const given = understand(write(draft, deviations));
  return JSON.stringify(given) === JSON.stringify(draft.decision);
}

/**
 * Brackets of objects, fences, tags, labels and keys, none of which the drafts'
 * answers contain.
 */
export const FORMAT_PARTS = new RegExp(
  [
    "[{}｛｝]|```|~~~",
    "</?(?:tool_call|think|function|response)>|<[|｜]",
    "[\"'“‘「＂](?:action|tool|thought|function|name|arguments|行动|Aktion)[\\w ]*[\"'”’」＂]\\s*[:：]",
    "^[^\\p{L}\\d]*(?:\\d+\\W+|step \\d+\\W+)?(?:thought|reasoning|action|tool|action.?input|tool.?input|observation|final.?(?:answer|response)|思考|行动|行动输入|行動|行動輸入|最终答案|考え|アクション|アクション入力|最終回答|Gedanke|Aktion|Aktionseingabe|Endgültige Antwort|Pensée|Entrée de l'action|Réponse finale|Pensamiento|Acción|Entrada de la acción|Respuesta final|Pensamento|Ação|Entrada da ação|Resposta final)[ \\t]*\\W{0,6}\\d{0,2}\\W{0,2}[:：]",
  ].join("|"),
  "imu",
);

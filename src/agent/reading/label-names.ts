export type LabelKind =
  | "input"
  | "action"
  | "thought"
  | "observation"
  | "question"
  | "final"
  /** "Answer:", "AI:": a final answer only where one is due. */
  | "answer";

export const FIELDS =
  "input|inputs|argument|arguments|args|parameter|parameters".split("|");

/** The names in other languages, also used as object keys. */
export const FOREIGN_NAMES: Readonly<Record<LabelKind, readonly string[]>> = {
  input:
    "行动输入|动作输入|工具输入|操作输入|输入|参数|行动参数|动作参数|工具参数|操作参数|行動輸入|動作輸入|工具輸入|輸入|參數|工具參數|アクション入力|アクションの入力|行動の入力|行動入力|入力|Aktionseingabe|Aktions-Eingabe|Eingabe der Aktion|Eingabe|Entrée de l'action|Entrée de l’action|Entrée d'action|Entrée|Entrada de la acción|Entrada de acción|Entrada da ação|Entrada de ação|Entrada|Input dell'azione|Input dell’azione|Input azione|Ввод действия|Входные данные действия|Входные данные|Ввод|행동 입력|작업 입력|입력".split(
      "|",
    ),
  action:
    "行动|动作|操作|工具|工具名称|调用工具|使用工具|行動|動作|工具名稱|アクション|ツール|Aktion|Werkzeug|Outil|Acción|Herramienta|Ação|Ferramenta|Azione|Strumento|Действие|Инструмент|행동|작업|도구".split(
      "|",
    ),
  thought:
    "思考|想法|考え|思考過程|Gedanke|Gedanken|Überlegung|Pensée|Réflexion|Pensamiento|Pensamento|Pensiero|Мысль|Рассуждение|생각".split(
      "|",
    ),
  observation:
    "观察|观察结果|觀察|觀察結果|観察|観察結果|Beobachtung|Observación|Observação|Osservazione|Наблюдение|관찰".split(
      "|",
    ),
  question:
    "问题|用户|問題|質問|Frage|Pregunta|Pergunta|Domanda|Вопрос|질문".split(
      "|",
    ),
  final:
    "最终答案|最终答案是|最终回答|最终回复|最终答复|最終答案|最終回答|最終的な答え|最終的な回答|Endgültige Antwort|Abschließende Antwort|Finale Antwort|Réponse finale|Respuesta final|Resposta final|Risposta finale|Окончательный ответ|Финальный ответ|Итоговый ответ|최종 답변|최종 답".split(
      "|",
    ),
  answer:
    "答案|回答|答え|Antwort|Réponse|Respuesta|Resposta|Risposta|Ответ|답변".split(
      "|",
    ),
};

/** What models write before the colon, in any case. */
export const LABEL_NAMES: Readonly<Record<LabelKind, readonly string[]>> = {
  input: [
    ...combine(["action", "tool", "next action"], ["", " ", "_", "-"], FIELDS),
    ...FIELDS,
    ...FOREIGN_NAMES.input,
  ],
  action: [
    ...combine(["action", "tool"], ["", " ", "_"], ["name"]),
    ...combine(["", "next ", "selected ", "chosen "], ["action"], [""]),
    ...combine(["", "selected ", "chosen "], ["tool"], [""]),
    ...FOREIGN_NAMES.action,
  ],
  thought: [
    ..."thought|thoughts|thinking|reasoning".split("|"),
    ...FOREIGN_NAMES.thought,
  ],
  observation: ["observation", "observations", ...FOREIGN_NAMES.observation],
  question: ["question", "human", "user", ...FOREIGN_NAMES.question],
  final: [
    ...combine(["final"], ["", " ", "_", "-"], ["answer", "response", "reply"]),
    ...combine(["", "the ", "my "], ["final answer"], ["", " is"]),
    ...FOREIGN_NAMES.final,
  ],
  answer: [
    ..."answer|response|ai|assistant|the answer|the answer is|so the answer is|so, the answer is|答案是".split(
      "|",
    ),
    ...FOREIGN_NAMES.answer,
  ],
};
/** Not labels in lists, where any word may precede a colon. */
export const UNLISTED_NAMES = new Set(
  [
    ...LABEL_NAMES.question,
    ...FIELDS,
    ..."输入|参数|輸入|參數|入力|Eingabe|Entrée|Entrada|Werkzeug|Outil|Herramienta|Ferramenta|Strumento|Ввод|Входные данные|Инструмент|입력|도구".split(
      "|",
    ),
  ].map(fold),
);

export function combine(
  firsts: readonly string[],
  separators: readonly string[],
  seconds: readonly string[],
): string[] {
  return firsts.flatMap((first) =>
    separators.flatMap((separator) =>
      seconds.map((second) => first + separator + second),
    ),
  );
}

/**
 * Folds case as an `i` pattern does: `ſ` is `s`, `ẞ` is `ß` (here, both are
 * `ss`).
 */
export function fold(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}

import { parseDocument } from "../../document/parse-document.ts";
import { writeMarkdown } from "../../document/write-markdown.ts";
import { parseJson } from "../../text/json.ts";
import { isDone, type Step, type StepText } from "../../types/turn.ts";
import { showAll } from "../answer/answer-text.ts";
import { judgeAnswer, type JudgedAnswer } from "./judge-answer.ts";
import { judgeDocument } from "./judge-document.ts";
import type { Judge } from "./judge-text.ts";
import {
  createEchoes,
  createPermit,
  type Permissions,
} from "./permit-links.ts";

export type ShownStep = Pick<
  Step,
  "action" | "observation" | "sources" | "shown"
>;

/** What a turn may show while third-party text is in its prompt. */
export interface ShownLinks {
  beginAnswer(): JudgedAnswer;
  /** JSON whose texts, and names of fields, are judged like an answer. */
  showJson(json: string): string;
  /**
   * Adds `shown` to a step that holds an address which is not permitted, and
   * takes sources away that are none: the model gave them to a tool itself.
   */
  showStep<Step extends ShownStep>(step: Step): Step;
}

export function createShownLinks({
  steps,
  shownPages,
  note,
  linksCode,
  ...known
}: Omit<Permissions, "given"> &
  Omit<Judge, "permits"> & {
    /** The turn's steps; updated as they come. */
    steps: readonly Step[];
    /** Pages of which tools were given the address, since somebody named them. */
    shownPages: ReadonlySet<string>;
  }): ShownLinks {
  /**
   * What stood in the input of the step's tool, now or before, or of another one
   * of its server, which may have kept it.
   */
  const echoesIn = ({ action }: ShownStep) => {
    const end = steps.findIndex((step) => step.action === action);
    const before = steps
      .slice(0, Math.max(end, 0))
      .filter((step) => serverOf(step.action) === serverOf(action));
    return createEchoes(
      [...before.map((step) => step.action), action].map(({ input }) => input),
    );
  };
  const permit = () =>
    createPermit({
      ...known,
      given: steps.flatMap((step) => {
        const { sources = [] } = step;
        if (sources.length === 0) return [];
        const isEcho = echoesIn(step);
        return sources.flatMap(({ url }) => {
          const address = URL.parse(url);
          const isGiven =
            address !== null && (!isEcho(address) || shownPages.has(url));
          return isGiven ? address.href : [];
        });
      }),
    });

  /** The text itself, unless it holds an address that is not permitted. */
  const show = (text: string, permits: (url: URL) => boolean): string => {
    const document = parseDocument(text);
    const shown = judgeDocument(document, { permits, note });
    const all = judgeDocument(document, { permits: () => true, note });
    return JSON.stringify(shown) === JSON.stringify(all)
      ? text
      : writeMarkdown(shown);
  };
  /** For a tool's own text, which holds addresses of its own. */
  const showResult = (step: ShownStep, observation: string): string => {
    const isEcho = echoesIn(step);
    const permits = permit();
    return show(observation, (url) => !isEcho(url) || permits(url));
  };
  const dropEchoes = <Given extends ShownStep>(step: Given): Given => {
    const { sources } = step;
    if (sources === undefined) return step;
    const permits = permit();
    const kept = sources.filter(({ url }) => {
      const address = URL.parse(url);
      return address !== null && permits(address);
    });
    return kept.length === sources.length ? step : { ...step, sources: kept };
  };

  return {
    beginAnswer() {
      const direct = steps.filter(isDone).find(({ isAnswer }) => isAnswer);
      return direct !== undefined &&
        showResult(direct, direct.observation) === direct.observation
        ? showAll()
        : judgeAnswer({ permits: permit(), note, linksCode });
    },
    showJson(json) {
      const permits = permit();
      const value = parseJson(json);
      const shown = mapTexts(value, (text) => show(text, permits));
      return JSON.stringify(shown) === JSON.stringify(value)
        ? json
        : JSON.stringify(shown);
    },
    showStep(given) {
      const step = dropEchoes(given);
      const { action, observation } = step;
      const permits = permit();
      const shown: StepText = {
        thought: show(action.thought, permits),
        input: mapTexts(action.input, (text) => show(text, permits)),
        ...(observation !== undefined && {
          observation: showResult(step, observation),
        }),
      };
      const { thought, input } = action;
      const whole = { thought, input, observation };
      return JSON.stringify(shown) === JSON.stringify(whole)
        ? step
        : { ...step, shown };
    },
  };
}

/** Names of remote tools begin with their server's; others stand for themselves. */
function serverOf({ tool }: Step["action"]): string {
  return tool.split("__")[0] ?? tool;
}

function mapTexts(input: unknown, map: (text: string) => string): unknown {
  if (typeof input === "string") return map(input);
  if (Array.isArray(input)) return input.map((one) => mapTexts(one, map));
  if (typeof input !== "object" || input === null) return input;
  return Object.fromEntries(
    Object.entries(input).map(([key, value]: [string, unknown]) => [
      map(key),
      mapTexts(value, map),
    ]),
  );
}

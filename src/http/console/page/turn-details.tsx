import { useSignal } from "@preact/signals";
import type { Failure } from "../../../page/client/parts/request.ts";
import { read, type TurnDetails } from "./console-api.ts";
import { showNumber, showSeconds, texts } from "./current-texts.ts";
import { Problem } from "./elements.tsx";
import { noteFailure } from "./session.ts";

type Step = TurnDetails["steps"][number];

/** A turn's steps, times and tokens, read each time they are unfolded. */
export function Details({
  conversation,
  message,
}: {
  conversation: string;
  message: string;
}) {
  const details = useSignal<TurnDetails | undefined>(undefined);
  const failure = useSignal<Failure | undefined>(undefined);

  async function load(): Promise<void> {
    const outcome = await read("/api/conversations/{id}/turns/{id}", {
      ids: [conversation, message],
    });
    if (outcome.kind === "done") details.value = outcome.value;
    else noteFailure(outcome);
    failure.value = outcome.kind === "done" ? undefined : outcome;
  }

  return (
    <details
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void load();
      }}
    >
      <summary>{texts.value.details}</summary>
      {failure.value && (
        <Problem failure={failure.value} onRetry={() => void load()} />
      )}
      {details.value && <Turn turn={details.value} />}
    </details>
  );
}

function Turn({ turn }: { turn: TurnDetails }) {
  const words = texts.value;
  const { at, started_at: startedAt, steps } = turn;
  const waited =
    startedAt === null ? undefined : Date.parse(startedAt) - Date.parse(at);
  const facts = [
    words.attempts(turn.attempts),
    ...(waited === undefined ? [] : [words.waitedMs(toSeconds(waited))]),
    words.tokens(
      showNumber(turn.input_tokens),
      showNumber(turn.cached_input_tokens),
      showNumber(turn.output_tokens),
    ),
    ...(turn.is_stopped ? [words.stopped] : []),
  ];
  return (
    <>
      <p class="note">{facts.join(" · ")}</p>
      {steps.length === 0 && <p class="note">{words.noSteps}</p>}
      <ol class="steps">
        {steps.map((step, index) => (
          <StepItem key={index} step={step} />
        ))}
      </ol>
    </>
  );
}

function StepItem({ step }: { step: Step }) {
  const words = texts.value;
  const { tool, model_ms: modelMs, tool_ms: toolMs } = step;
  const times = [
    ...(modelMs === null ? [] : [words.modelMs(toSeconds(modelMs))]),
    ...(toolMs === null ? [] : [words.toolMs(toSeconds(toolMs))]),
  ];
  const texted = [
    [words.thought, step.thought],
    [words.input, step.input],
    [words.observation, step.observation],
  ] as const;
  return (
    <li>
      <p>
        <strong>{tool}</strong> <span class="note">{times.join(" · ")}</span>
      </p>
      <dl>
        {texted.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{toText(value)}</dd>
              </div>
            ),
        )}
      </dl>
    </li>
  );
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

function toSeconds(ms: number): string {
  return `${showSeconds(ms)} s`;
}

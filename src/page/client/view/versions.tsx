import { useLayoutEffect, useRef } from "preact/hooks";
import { texts } from "../current-texts.ts";
import { describeFailure, toSentence } from "../descriptions.ts";
import { Icon } from "../parts/elements.tsx";
import { showToast } from "../parts/toast.tsx";
import type { Exchange } from "../state/exchange.ts";
import { chat } from "../state/page-state.ts";

/** Which version of a question and its answer is shown, of several. */
export function Versions({ exchange: { versions, turn } }: VersionsProps) {
  const place = versions.indexOf(turn);
  if (versions.length < 2 || chat.isAnswering.value) return null;
  const words = texts.value;
  const step = (by: -1 | 1) => (
    <StepButton
      turn={turn}
      by={by}
      to={versions[place + by]}
      label={by === -1 ? words.previousVersion : words.nextVersion}
    />
  );
  return (
    <div
      class="versions"
      role="group"
      aria-label={words.version(place + 1, versions.length)}
    >
      {step(-1)}
      <span>{`${place + 1} / ${versions.length}`}</span>
      {step(1)}
    </div>
  );
}

interface VersionsProps {
  readonly exchange: Pick<Exchange, "versions" | "turn">;
}

const ICONS = { [-1]: "M10 3 5 8l5 5", 1: "m6 3 5 5-5 5" };

function StepButton(props: {
  turn: string;
  by: -1 | 1;
  to: string | undefined;
  label: string;
}) {
  const { turn, by, to, label } = props;
  const button = useRef<HTMLButtonElement>(null);
  // The version that is shown now has a button of its own.
  useLayoutEffect(() => {
    const { value } = chat.switched;
    if (value?.turn !== turn || value.by !== by) return;
    chat.switched.value = undefined;
    button.current?.focus({ preventScroll: true });
  }, [turn, by]);
  const choose = async (version: string) => {
    const outcome = await chat.choose(version, by);
    if (outcome !== undefined)
      showToast({
        text: () => toSentence(describeFailure(outcome, texts.value)),
      });
  };
  return (
    <button
      type="button"
      class="quiet small"
      ref={button}
      aria-label={label}
      title={label}
      // Not `disabled`, which would lose the focus at either end.
      aria-disabled={to === undefined}
      onClick={() => void (to !== undefined && choose(to))}
    >
      <Icon path={ICONS[by]} />
    </button>
  );
}

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { toAddress } from "../../../document/find-addresses.ts";
import { texts } from "../current-texts.ts";
import {
  describeCost,
  describeFailure,
  describeStep,
  toSentence,
} from "../descriptions.ts";
import { OutsideLink } from "../parts/elements.tsx";
import type { Failure, Outcome } from "../parts/request.ts";
import type { Answer } from "../state/exchange.ts";
import type { Source, Step } from "../turn-events.ts";

interface AnswerPart {
  readonly answer: Answer;
  /** Loads what the answer has not yet. */
  readonly load: () => Promise<Outcome<unknown>>;
}

/** An answer's sources: links with their hosts, as titles may mislead. */
export function Sources({ answer, load }: AnswerPart) {
  const { sources, hasSources = false } = answer;
  return (
    <Fold
      kind="sources"
      heading={texts.value.sources(sources?.length)}
      items={sources}
      isEmpty={sources === undefined ? !hasSources : sources.length === 0}
      load={load}
    >
      {drawSource}
    </Fold>
  );
}

/** An answer's steps: thought, tool, input and observation. */
export function Steps({ answer, load }: AnswerPart) {
  const steps = answer.text === "" ? [] : answer.steps;
  const count = steps === undefined ? (answer.stepCount ?? 0) : steps.length;
  return (
    <Fold
      kind="steps"
      heading={texts.value.steps(count)}
      items={steps}
      isEmpty={count === 0}
      load={load}
    >
      {drawStep}
    </Fold>
  );
}

/**
 * A collapsed list with a heading; hidden while empty. Items that are not here
 * yet are loaded when it is opened.
 */
function Fold<Item>(props: {
  /** The element's class. */
  kind: "steps" | "sources";
  heading: string;
  items: readonly Item[] | undefined;
  isEmpty: boolean;
  load: () => Promise<Outcome<unknown>>;
  children: (item: Item) => ComponentChildren;
}) {
  const { kind, heading, items, isEmpty, load, children } = props;
  const failure = useSignal<Failure | undefined>(undefined);
  /** Reopening the list retries. */
  async function toggle(isOpen: boolean): Promise<void> {
    if (!isOpen || items !== undefined) return;
    failure.value = undefined;
    const outcome = await load();
    if (outcome.kind !== "done") failure.value = outcome;
  }
  const loading = failure.value
    ? toSentence(describeFailure(failure.value, texts.value))
    : texts.value.loadingDetails;
  return (
    <details
      class={`fold ${kind}`}
      hidden={isEmpty}
      onToggle={({ currentTarget }) => void toggle(currentTarget.open)}
    >
      <summary>{heading}</summary>
      <div class="fold-content">
        {items === undefined ? (
          <p>{loading}</p>
        ) : (
          <ol>
            {items.map((item) => (
              <li>{children(item)}</li>
            ))}
          </ol>
        )}
      </div>
    </details>
  );
}

/** Without a safe address, only the title is shown. */
function drawSource({ title, url }: Source) {
  // Isolated: a right-to-left title must not reorder the host.
  const name = <bdi>{title || url}</bdi>;
  const address = toAddress(url);
  if (address === undefined) return name;
  return (
    <>
      <OutsideLink to={address}>{name}</OutsideLink>{" "}
      <span class="host" dir="ltr">
        {new URL(address).host}
      </span>
    </>
  );
}

function drawStep(step: Step) {
  const { thought, tool, input, observation } = step;
  const words = texts.value;
  const cost = describeCost(step, words);
  const given =
    typeof input === "string" ? input : JSON.stringify(input, null, 2);
  return (
    <>
      <p class="step-title" dir="auto">
        {describeStep(step, words)}
      </p>
      <dl>
        {thought !== "" && <dt>{words.thought}</dt>}
        {thought !== "" && <dd dir="auto">{thought}</dd>}
        <dt>{words.tool}</dt>
        <dd>
          <code>{tool}</code>
        </dd>
        <dt>{words.input}</dt>
        <dd>
          <pre>{given}</pre>
        </dd>
        <dt>{words.observation}</dt>
        <dd>
          <pre
            tabindex={0}
            role="group"
            dir="auto"
            aria-label={words.observation}
          >
            {observation}
          </pre>
        </dd>
        {cost !== "" && <dt>{words.cost}</dt>}
        {cost !== "" && <dd>{cost}</dd>}
      </dl>
    </>
  );
}

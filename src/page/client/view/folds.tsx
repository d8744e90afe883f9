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
export function Sources({
  answer: { sources, sourceCount },
  load,
}: AnswerPart) {
  const { sources: heading, noSources } = texts.value;
  return (
    <Fold
      kind="sources"
      heading={heading}
      none={noSources}
      items={sources}
      count={sourceCount}
      load={load}
    >
      {drawSource}
    </Fold>
  );
}

/** An answer's steps: thought, tool, input and observation. */
export function Steps({ answer, load }: AnswerPart) {
  const { steps: heading, noSteps } = texts.value;
  return (
    <Fold
      kind="steps"
      heading={heading}
      none={noSteps}
      items={answer.text === "" ? [] : answer.steps}
      count={answer.stepCount}
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
  heading: (count: number | undefined) => string;
  /** Shown if the opened list is empty. */
  none: string;
  items: readonly Item[] | undefined;
  /** Of items to load; `undefined` if unknown. */
  count: number | undefined;
  load: () => Promise<Outcome<unknown>>;
  children: (item: Item) => ComponentChildren;
}) {
  const { kind, none, items, load, children } = props;
  const count = items === undefined ? props.count : items.length;
  const isOpen = useSignal(false);
  const failure = useSignal<Failure | undefined>(undefined);

  /** Reopening the list retries. */
  async function toggle(isNowOpen: boolean): Promise<void> {
    isOpen.value = isNowOpen;
    if (!isNowOpen || items !== undefined) return;
    failure.value = undefined;
    const outcome = await load();
    if (outcome.kind !== "done") failure.value = outcome;
  }

  const loading = failure.value
    ? toSentence(describeFailure(failure.value, texts.value))
    : texts.value.loadingDetails;
  // Of an opened list that turned out to be empty, the heading has no number.
  const heading = props.heading(items?.length === 0 ? undefined : count);
  return (
    <details
      class={`fold ${kind}`}
      // If the reader has opened it, it stays and shows that it is empty.
      hidden={count === 0 && !isOpen.value}
      onToggle={({ currentTarget }) => void toggle(currentTarget.open)}
    >
      <summary>{heading}</summary>
      <div class="fold-content">
        {items?.length ? (
          <ol>
            {items.map((item) => (
              <li>{children(item)}</li>
            ))}
          </ol>
        ) : (
          <p>{items === undefined ? loading : none}</p>
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

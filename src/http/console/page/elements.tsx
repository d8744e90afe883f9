import type { Signal } from "@preact/signals";
import { Button } from "../../../page/client/parts/elements.tsx";
import type { Failure } from "../../../page/client/parts/request.ts";
import { THUMBS } from "../../../types/rating.ts";
import type { TurnBody } from "./console-api.ts";
import { showSeconds, texts } from "./current-texts.ts";
import type { List, ListHandle } from "./use-list.ts";

/** What went wrong, with what to do about it. */
export function Problem({
  failure,
  onRetry,
}: {
  failure: Failure;
  onRetry?: () => void;
}) {
  const words = texts.value;
  const detail =
    failure.kind === "refused"
      ? `${failure.problem.title}. ${failure.problem.detail}`
      : words.unreachable;
  return (
    <p class="problem" role="alert">
      {detail} {onRetry && <Button onClick={onRetry}>{words.retry}</Button>}
    </p>
  );
}

/** What follows the items of a list: its state, or the button for more. */
export function ListEnd<Item>({
  handle: { list, loadMore, reload },
  empty,
}: {
  handle: ListHandle<Item>;
  empty: string;
}) {
  const words = texts.value;
  const { items, next, isLoading, failure }: List<Item> = list.value;
  if (failure !== undefined)
    return <Problem failure={failure} onRetry={reload} />;
  if (isLoading)
    return (
      <p class="note" role="status">
        {items.length === 0 && words.loading}
      </p>
    );
  if (next !== null) return <Button onClick={loadMore}>{words.more}</Button>;
  return items.length === 0 ? <p class="note">{empty}</p> : null;
}

/** How a turn ended, and after how long. */
export function Outcome({ turn }: { turn: TurnBody }) {
  const words = texts.value;
  const { outcome, failure, thumb, duration_ms: duration } = turn;
  const parts = [
    words.outcomes[outcome],
    ...(failure === null ? [] : [words.failures[failure]]),
    ...(duration === null ? [] : [words.duration(showSeconds(duration))]),
    ...(thumb === null ? [] : [words.thumbs[thumb]]),
  ];
  return <span class={`outcome ${outcome}`}>{parts.join(" · ")}</span>;
}

/** A choice among named values; the first means all. */
export function Filter({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: string;
  choices: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {choices.map(([choice, name]) => (
        <option key={choice} value={choice}>
          {name}
        </option>
      ))}
    </select>
  );
}

export function ThumbFilter({ value }: { value: Signal<string> }) {
  const words = texts.value;
  return (
    <Filter
      label={words.rating}
      value={value.value}
      choices={[
        ["", words.allRatings],
        ...THUMBS.map((thumb) => [thumb, words.thumbs[thumb]] as const),
      ]}
      onChange={(chosen) => (value.value = chosen)}
    />
  );
}

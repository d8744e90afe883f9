import { Button } from "../../../page/client/parts/elements.tsx";
import type { Failure } from "../../../page/client/parts/request.ts";
import type { TranscriptBody, TurnBody } from "./console-api.ts";
import {
  describeFailure,
  showSeconds,
  showTime,
  texts,
} from "./current-texts.ts";
import { linkTo } from "./place.ts";
import type { List, ListHandle } from "./use-list.ts";

/** What went wrong, with what to do about it. */
export function Problem({
  failure,
  onRetry,
}: {
  failure: Failure;
  onRetry?: () => void;
}) {
  return (
    <p class="problem" role="alert">
      {describeFailure(failure)}{" "}
      {onRetry && <Button onClick={onRetry}>{texts.value.retry}</Button>}
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
  if (next !== null) return <Button onClick={loadMore}>{words.more}</Button>;
  if (items.length > 0) return null;
  return (
    <p class="note" role="status">
      {isLoading ? words.loading : empty}
    </p>
  );
}

/** A turn in a list, which leads to its conversation. */
export function TurnRow({
  turn,
  isChosen = false,
}: {
  turn: TurnBody;
  isChosen?: boolean;
}) {
  const { conversation, title, channel, at, wanted } = turn;
  return (
    <li>
      <a
        class="row"
        href={linkTo({ view: "conversations", conversation })}
        aria-current={isChosen ? "true" : undefined}
      >
        <span class="name">{title ?? conversation}</span>
        <span class="note">
          {channel} · <time datetime={at}>{showTime(at)}</time>
        </span>
        <Outcome turn={turn} />
        {wanted && <Request wanted={wanted} />}
      </a>
    </li>
  );
}

/** Why, since when and until when a person is asked for. */
export function Request({
  wanted,
}: {
  wanted: NonNullable<TranscriptBody["wanted"]>;
}) {
  const words = texts.value;
  const { reason, since, until } = wanted;
  const times = [
    words.askedSince(showTime(since)),
    ...(until === null ? [] : [words.askedUntil(showTime(until))]),
  ];
  return (
    <span class="request">
      {reason && (
        <span class="text" dir="auto">
          {reason}
        </span>
      )}
      <span class="note">{times.join(" · ")}</span>
    </span>
  );
}

/** How a turn ended, and after how long. */
function Outcome({ turn }: { turn: TurnBody }) {
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

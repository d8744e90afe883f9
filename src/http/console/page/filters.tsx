import type { Signal } from "@preact/signals";
import { THUMBS } from "../../../types/rating.ts";
import { TURN_OUTCOMES } from "../../../types/turn-index.ts";
import type { Session } from "./console-api.ts";
import { texts } from "./current-texts.ts";

/** Empty: all. */
type Choice = Signal<string>;

export function ChannelFilter({
  value,
  session: { channels },
}: {
  value: Choice;
  session: Session;
}) {
  const { channel, allChannels } = texts.value;
  const names = Object.fromEntries(channels.map((name) => [name, name]));
  return (
    <Filter label={channel} value={value} all={allChannels} names={names} />
  );
}

/** @param all what it means that nothing is chosen */
export function OutcomeFilter({ value, all }: { value: Choice; all: string }) {
  const { outcome, outcomes } = texts.value;
  return (
    <Filter
      label={outcome}
      value={value}
      all={all}
      names={Object.fromEntries(
        // Those that ask for a person wait for one, too.
        TURN_OUTCOMES.filter((one) => one !== "asked").map((one) => [
          one,
          outcomes[one],
        ]),
      )}
    />
  );
}

export function ThumbFilter({ value }: { value: Choice }) {
  const { rating, allRatings, thumbs } = texts.value;
  return (
    <Filter
      label={rating}
      value={value}
      all={allRatings}
      names={Object.fromEntries(THUMBS.map((thumb) => [thumb, thumbs[thumb]]))}
    />
  );
}

function Filter(props: {
  label: string;
  value: Choice;
  all: string;
  names: Readonly<Record<string, string>>;
}) {
  const { label, value, all, names } = props;
  return (
    <select
      aria-label={label}
      value={value.value}
      onChange={({ currentTarget }) => (value.value = currentTarget.value)}
    >
      <option value="">{all}</option>
      {Object.entries(names).map(([choice, name]) => (
        <option key={choice} value={choice}>
          {name}
        </option>
      ))}
    </select>
  );
}

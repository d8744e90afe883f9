import { useSignal } from "@preact/signals";
import { addressOf, type Session } from "./console-api.ts";
import { texts } from "./current-texts.ts";
import { ListEnd, TurnRow } from "./elements.tsx";
import { ChannelFilter, OutcomeFilter, ThumbFilter } from "./filters.tsx";
import { useList } from "./use-list.ts";

/** Questions without an answer, by default, with an export. */
export function Questions({ session }: { session: Session }) {
  const words = texts.value;
  const channel = useSignal("");
  const outcome = useSignal("");
  const thumb = useSignal("");
  const query = {
    channel: channel.value,
    outcome: outcome.value,
    thumb: thumb.value,
  };
  const handle = useList("/api/questions", ({ questions }) => questions, {
    query,
  });
  return (
    <section class="wide" aria-label={words.views.questions}>
      <div class="filters">
        <OutcomeFilter
          value={outcome}
          all={thumb.value ? words.allOutcomes : words.openQuestions}
        />
        <ChannelFilter value={channel} session={session} />
        <ThumbFilter value={thumb} />
        {["csv", "json"].map((format) => (
          <a
            key={format}
            download
            href={addressOf("/api/questions/export", {
              query: { ...query, format },
            })}
          >
            {words.exportAs(format.toUpperCase())}
          </a>
        ))}
      </div>
      <ul>
        {handle.list.value.items.map((turn) => (
          <TurnRow
            key={`${turn.conversation} ${turn.message_id}`}
            turn={turn}
          />
        ))}
      </ul>
      <ListEnd handle={handle} empty={words.noQuestions} />
    </section>
  );
}

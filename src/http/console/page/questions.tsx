import { useSignal } from "@preact/signals";
import { TURN_OUTCOMES } from "../../../types/turn-index.ts";
import { addressOf, read, type Session } from "./console-api.ts";
import { showTime, texts } from "./current-texts.ts";
import { Filter, ListEnd, Outcome, ThumbFilter } from "./elements.tsx";
import { linkTo } from "./place.ts";
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
  const handle = useList(JSON.stringify(query), async (cursor) => {
    const page = await read("/api/questions", { query: { ...query, cursor } });
    if (page.kind !== "done") return page;
    const { questions: items, next } = page.value;
    return { kind: "done", value: { items, next } };
  });
  return (
    <section class="wide" aria-label={words.views.questions}>
      <div class="filters">
        <Filter
          label={words.outcome}
          value={outcome.value}
          choices={[
            ["", thumb.value ? words.allOutcomes : words.openQuestions],
            ...TURN_OUTCOMES.map((one) => [one, words.outcomes[one]] as const),
          ]}
          onChange={(value) => (outcome.value = value)}
        />
        <Filter
          label={words.channel}
          value={channel.value}
          choices={[
            ["", words.allChannels],
            ...session.channels.map((name) => [name, name] as const),
          ]}
          onChange={(value) => (channel.value = value)}
        />
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
          <li key={`${turn.conversation} ${turn.message_id}`}>
            <a
              class="row"
              href={linkTo({
                view: "conversations",
                conversation: turn.conversation,
              })}
            >
              <span class="name">{turn.conversation}</span>
              <span class="note">
                {turn.channel} ·{" "}
                <time datetime={turn.at}>{showTime(turn.at)}</time>
              </span>
              <Outcome turn={turn} />
            </a>
          </li>
        ))}
      </ul>
      <ListEnd handle={handle} empty={words.noQuestions} />
    </section>
  );
}

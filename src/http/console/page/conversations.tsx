import { useSignal } from "@preact/signals";
import { TURN_OUTCOMES } from "../../../types/turn-index.ts";
import { read, type Session, type TurnBody } from "./console-api.ts";
import { showTime, texts } from "./current-texts.ts";
import { Filter, ListEnd, Outcome, ThumbFilter } from "./elements.tsx";
import { linkTo, place } from "./place.ts";
import { Transcript } from "./transcript.tsx";
import { useList } from "./use-list.ts";

/** The conversations, newest first, beside the one that is chosen. */
export function Conversations({ session }: { session: Session }) {
  const words = texts.value;
  const channel = useSignal("");
  const outcome = useSignal("");
  const thumb = useSignal("");
  const search = useSignal("");
  const query = {
    channel: channel.value,
    outcome: outcome.value,
    thumb: thumb.value,
    search: search.value,
  };
  const handle = useList(
    JSON.stringify(query),
    async (cursor) => {
      const page = await read("/api/conversations", {
        query: { ...query, cursor },
      });
      if (page.kind !== "done") return page;
      const { conversations: items, next } = page.value;
      return { kind: "done", value: { items, next } };
    },
    { isLive: true },
  );
  const { items } = handle.list.value;
  const chosen = place.value.conversation;
  const newest = items.find(({ conversation }) => conversation === chosen);

  return (
    <div class={`columns ${chosen === undefined ? "" : "has-chosen"}`}>
      <section class="list" aria-label={words.views.conversations}>
        <form class="filters" onSubmit={(event) => event.preventDefault()}>
          <Filter
            label={words.channel}
            value={channel.value}
            choices={[
              ["", words.allChannels],
              ...session.channels.map((name) => [name, name] as const),
            ]}
            onChange={(value) => (channel.value = value)}
          />
          <Filter
            label={words.outcome}
            value={outcome.value}
            choices={[
              ["", words.allOutcomes],
              ...TURN_OUTCOMES.map(
                (one) => [one, words.outcomes[one]] as const,
              ),
            ]}
            onChange={(value) => (outcome.value = value)}
          />
          <ThumbFilter value={thumb} />
          <input
            type="search"
            aria-label={words.search}
            placeholder={words.search}
            value={search.value}
            onChange={({ currentTarget }) =>
              (search.value = currentTarget.value.trim())
            }
          />
        </form>
        <ul>
          {items.map((turn) => (
            <Row
              key={`${turn.conversation} ${thumb.value && turn.number}`}
              turn={turn}
              isChosen={turn.conversation === chosen}
            />
          ))}
        </ul>
        <ListEnd handle={handle} empty={words.noConversations} />
      </section>
      {chosen === undefined ? (
        <p class="note choose">{words.choose}</p>
      ) : (
        <Transcript
          key={chosen}
          conversation={chosen}
          session={session}
          version={newest && `${newest.number} ${newest.outcome}`}
          onForgotten={handle.reload}
        />
      )}
    </div>
  );
}

function Row({ turn, isChosen }: { turn: TurnBody; isChosen: boolean }) {
  const { conversation, channel, at } = turn;
  return (
    <li>
      <a
        class="row"
        href={linkTo({ view: "conversations", conversation })}
        aria-current={isChosen ? "true" : undefined}
      >
        <span class="name">{conversation}</span>
        <span class="note">
          {channel} · <time datetime={at}>{showTime(at)}</time>
        </span>
        <Outcome turn={turn} />
      </a>
    </li>
  );
}

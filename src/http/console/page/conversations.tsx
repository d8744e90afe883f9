import { useSignal } from "@preact/signals";
import type { Session, TurnBody } from "./console-api.ts";
import { texts } from "./current-texts.ts";
import { ListEnd, TurnRow } from "./elements.tsx";
import { ChannelFilter, OutcomeFilter, ThumbFilter } from "./filters.tsx";
import { findOlder } from "./join-pages.ts";
import { place } from "./place.ts";
import { Transcript } from "./transcript.tsx";
import { useList } from "./use-list.ts";

/** The conversations, newest first, next to the chosen one. */
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
  // With a rating, each rated turn is listed.
  const keyOf = ({ conversation, number }: TurnBody) =>
    `${conversation} ${thumb.value && number}`;
  const handle = useList(
    "/api/conversations",
    ({ conversations }) => conversations,
    { query, findOlder: (page, shown) => findOlder(page, shown, keyOf) },
  );
  const { items, isLoading } = handle.list.value;
  const chosen = place.value.conversation;
  const newest = items.find(({ conversation }) => conversation === chosen);
  const version = newest ? `${newest.number} ${newest.outcome}` : "";

  return (
    <div class={`columns ${chosen === undefined ? "" : "has-chosen"}`}>
      <section class="list" aria-label={words.views.conversations}>
        <form class="filters" onSubmit={(event) => event.preventDefault()}>
          <ChannelFilter value={channel} session={session} />
          <OutcomeFilter value={outcome} all={words.allOutcomes} />
          <ThumbFilter value={thumb} />
          <input
            type="search"
            aria-label={words.search}
            placeholder={words.search}
            onChange={({ currentTarget }) =>
              (search.value = currentTarget.value.trim())
            }
          />
        </form>
        <ul>
          {items.map((turn) => (
            <TurnRow
              key={keyOf(turn)}
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
          version={isLoading ? undefined : version}
          onForgotten={handle.reload}
        />
      )}
    </div>
  );
}

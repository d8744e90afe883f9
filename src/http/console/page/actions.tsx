import { showTime, texts } from "./current-texts.ts";
import { ListEnd } from "./elements.tsx";
import { linkTo } from "./place.ts";
import { useList } from "./use-list.ts";

/** What operators have done, newest first. */
export function Actions() {
  const words = texts.value;
  const handle = useList("/api/audit", ({ actions }) => actions, {
    next: "before",
  });
  return (
    <section class="wide" aria-label={words.views.actions}>
      <ul>
        {handle.list.value.items.map(
          ({ id, at, operator, action, conversation, document }) => (
            <li key={id} class="row">
              <span class="name">
                {operator} · {words.actions[action]}
              </span>
              <span class="note">
                <time datetime={at}>{showTime(at)}</time>
              </span>
              {document !== null && <span class="note">{document}</span>}
              {conversation !== null && (
                <a
                  class="note"
                  href={linkTo({ view: "conversations", conversation })}
                >
                  {conversation}
                </a>
              )}
            </li>
          ),
        )}
      </ul>
      <ListEnd handle={handle} empty={words.noActions} />
    </section>
  );
}

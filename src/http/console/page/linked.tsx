import { texts } from "./current-texts.ts";
import { linkTo } from "./place.ts";

/** Where the conversation goes on, and which others come here. */
export function LinkNotes({
  home = null,
  linked = [],
}: {
  home?: string | null;
  linked?: readonly string[];
}) {
  const { goesOnIn, linkedWith } = texts.value;
  return (
    <>
      {home !== null && <Linked label={goesOnIn} names={[home]} />}
      {linked.length > 0 && <Linked label={linkedWith} names={linked} />}
    </>
  );
}

function Linked({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <p class="note">
      {label}{" "}
      {names.map((name) => (
        <span key={name}>
          <a href={linkTo({ view: "conversations", conversation: name })}>
            {name}
          </a>{" "}
        </span>
      ))}
    </p>
  );
}

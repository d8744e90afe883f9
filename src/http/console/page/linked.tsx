import { linkTo } from "./place.ts";

/** Other chats of the same person. */
export function Linked({
  label,
  names,
}: {
  label: string;
  names: readonly string[];
}) {
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

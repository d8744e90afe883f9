import { signal } from "@preact/signals";

export const VIEWS = [
  "conversations",
  "questions",
  "deliveries",
  "usage",
  "library",
  "actions",
] as const;
export type View = (typeof VIEWS)[number];

/** What the address after `#` names. */
export interface Place {
  readonly view: View;
  /** The conversation that is shown. */
  readonly conversation?: string;
}

export const place = signal(readPlace());

addEventListener("hashchange", () => {
  place.value = readPlace();
});

export function linkTo({ view, conversation }: Place): string {
  const rest =
    conversation === undefined ? "" : `/${encodeURIComponent(conversation)}`;
  return `#/${view}${rest}`;
}

function readPlace(): Place {
  const [name, conversation] = location.hash.replace(/^#\//, "").split("/");
  const view = VIEWS.find((one) => one === name) ?? "conversations";
  return conversation === undefined || conversation === ""
    ? { view }
    : { view, conversation: decode(conversation) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

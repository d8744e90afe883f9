import type { Child, Elements } from "./create-elements.ts";

/** A link to another site, in a tab of its own; the site does not learn where its visitor comes from. */
export function createLink({
  address,
  children,
  elements,
}: {
  /** One that may be followed: see `to-safe-address.ts`. */
  address: string;
  children: readonly Child[];
  elements: Elements;
}): HTMLAnchorElement {
  return elements.create(
    "a",
    {
      href: address,
      title: address,
      target: "_blank",
      rel: "noopener noreferrer nofollow",
    },
    children,
  );
}

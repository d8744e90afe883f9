import { html, type Html } from "./html.ts";

/** A piece of code with its caption; the script adds a button that copies it. */
export function renderCode({
  label,
  source,
}: {
  label: string;
  source: string;
}): Html {
  return html`<figure>
    <figcaption>${label}</figcaption>
    <pre tabindex="0"><code>${source}</code></pre>
  </figure>`;
}

import type { ComponentChildren } from "preact";
import type { Content, Inline } from "../../../document/document.ts";
import { textOf } from "../../../document/document.ts";
import { texts } from "../current-texts.ts";
import { OutsideLink } from "../parts/elements.tsx";
import { FormulaView } from "./loaded-views.tsx";
import { NoteReference } from "./notes.tsx";

export function drawInlines(content: Content): ComponentChildren {
  return content.map(drawInline);
}

function drawInline(inline: Inline): ComponentChildren {
  switch (inline.type) {
    case "text":
      return inline.text;
    case "bold":
      return <strong>{drawInlines(inline.content)}</strong>;
    case "italic":
      return <em>{drawInlines(inline.content)}</em>;
    case "strikethrough":
      return <del>{drawInlines(inline.content)}</del>;
    case "code":
      return <code>{inline.text}</code>;
    case "break":
      return <br />;
    case "formula":
      return <FormulaView {...inline} />;
    case "reference":
      return <NoteReference label={inline.label} />;
    case "link":
      return drawLink(inline.address, drawInlines(inline.content));
    case "image": {
      const label = texts.value.image(textOf(inline.content).trim());
      // A link, as loading the image would reveal the reader to its server.
      return inline.address ? drawLink(inline.address, label) : label;
    }
  }
}

function drawLink(to: string, children: ComponentChildren) {
  return <OutsideLink to={to}>{children}</OutsideLink>;
}

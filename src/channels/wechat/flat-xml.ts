import { Parser } from "htmlparser2";

/**
 * Parses the XML of WeChat's messages: elements with text or CDATA directly
 * below `<xml>`. Empty if there are none, or the end is missing.
 */
export function parseFlatXml(source: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  if (!source.trimEnd().endsWith("</xml>")) return fields;
  const open: string[] = [];
  const parser = new Parser(
    {
      onopentag(name) {
        open.push(name);
        if (open.length === 2) fields.set(name, "");
      },
      ontext(text) {
        const [root, name = ""] = open;
        if (root === "xml" && open.length === 2)
          fields.set(name, `${fields.get(name)}${text}`);
      },
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true },
  );
  parser.end(source);
  return fields;
}

/** Writes an element with its text as CDATA. */
export function cdata(name: string, text: string): string {
  const safe = text.replaceAll("]]>", "]]]]><![CDATA[>");
  return `<${name}><![CDATA[${safe}]]></${name}>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};
const NAME = /<(\w{1,64})>/y;

/**
 * Parses the XML of WeChat's messages: elements with text or CDATA directly
 * below `<xml>`. Skips elements with children; of elements with the same name
 * the first wins. `undefined` if the XML is malformed. Takes linear time.
 */
export function parseFlatXml(
  source: string,
): ReadonlyMap<string, string> | undefined {
  const text = source.trim();
  if (!text.startsWith("<xml>") || !text.endsWith("</xml>")) return undefined;
  const end = text.length - "</xml>".length;
  const fields = new Map<string, string>();
  let position = skipSpace(text, "<xml>".length);
  while (position < end) {
    NAME.lastIndex = position;
    const [start, name] = NAME.exec(text) ?? [];
    if (start === undefined || name === undefined) return undefined;
    const closing = `</${name}>`;
    const value = readValue(text, position + start.length);
    const close = value && text.indexOf(closing, value.end);
    if (close === undefined || close === -1 || close > end) return undefined;
    if (close === value?.end && !fields.has(name)) fields.set(name, value.text);
    position = skipSpace(text, close + closing.length);
  }
  return fields;
}

function skipSpace(text: string, start: number): number {
  let position = start;
  while (/\s/.test(text.charAt(position))) position += 1;
  return position;
}

/** Reads text and CDATA up to the next tag. */
function readValue(
  text: string,
  start: number,
): { text: string; end: number } | undefined {
  let value = "";
  let position = start;
  for (;;) {
    if (text.startsWith("<![CDATA[", position)) {
      const close = text.indexOf("]]>", position);
      if (close === -1) return undefined;
      value += text.slice(position + "<![CDATA[".length, close);
      position = close + "]]>".length;
    } else {
      const next = text.indexOf("<", position);
      if (next === -1) return undefined;
      if (next === position) return { text: value, end: position };
      value += decodeEntities(text.slice(position, next));
      position = next;
    }
  }
}

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(\w{2,4});/g,
    (entity, name: string) => ENTITIES[name] ?? entity,
  );
}

/** Writes an element with its text as CDATA. */
export function cdata(name: string, text: string): string {
  const safe = text.replaceAll("]]>", "]]]]><![CDATA[>");
  return `<${name}><![CDATA[${safe}]]></${name}>`;
}

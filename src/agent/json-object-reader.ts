/** A JSON object, read as it arrives. */
export interface JsonObjectReader {
  /** Takes the next piece and returns how much of it belonged to the object. */
  push(text: string): number;
  readonly state: "open" | "closed" | "broken";
  /** Whether an escape was read that stands for LaTeX or a path as often as for what JSON says, like `\t` or `\f`. */
  readonly isDoubtful: boolean;
  /** A top-level field; a text's `value` grows while it is being written. */
  field(
    name: string,
  ): { readonly value: unknown; readonly isComplete: boolean } | undefined;
}

type Place =
  "key-or-end" | "key" | "colon" | "value" | "text" | "other" | "comma-or-end";

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
};

/**
 * Reads one object from its `{` on, each character once. More lenient than JSON where the meaning is plain: raw line
 * breaks in texts, a trailing comma, and backslashes before other characters (`\(`), which are kept as typed.
 */
export function createJsonObjectReader(): JsonObjectReader {
  const fields = new Map<string, { value: unknown; isComplete: boolean }>();
  let state: JsonObjectReader["state"] = "open";
  let isDoubtful = false;
  let place: Place | "start" = "start";
  let key = "";
  /** What stands after a backslash; undefined outside of an escape. */
  let escape: string | undefined;
  /** Source of a number, literal, list or nested object. */
  let raw = "";
  let depth = 0;
  let isInNestedText = false;

  const read = (character: string): void => {
    switch (place) {
      case "start":
        if (character === "{") place = "key-or-end";
        else state = "broken";
        return;
      case "key-or-end":
        if (character === '"') [place, key] = ["key", ""];
        else if (character === "}") state = "closed";
        else if (!isBlank(character)) state = "broken";
        return;
      case "key":
        if (escape === undefined && character === '"') place = "colon";
        else key += unescape(character);
        return;
      case "colon":
        if (character === ":") place = "value";
        else if (!isBlank(character)) state = "broken";
        return;
      case "value":
        return beginValue(character);
      case "text":
        return readText(character);
      case "other":
        return readOther(character);
      case "comma-or-end":
        if (character === ",") place = "key-or-end";
        else if (character === "}") state = "closed";
        else if (!isBlank(character)) state = "broken";
    }
  };

  const beginValue = (character: string): void => {
    if (isBlank(character)) return;
    if (character === '"') {
      fields.set(key, { value: "", isComplete: false });
      place = "text";
      return;
    }
    [raw, depth, isInNestedText, place] = ["", 0, false, "other"];
    readOther(character);
  };

  const readText = (character: string): void => {
    const field = fields.get(key);
    if (field === undefined) return;
    if (escape === undefined && character === '"') {
      field.isComplete = true;
      place = "comma-or-end";
    } else field.value = `${String(field.value)}${unescape(character)}`;
  };

  /** Numbers and literals end at a comma or brace, lists and objects at their own bracket. */
  const readOther = (character: string): void => {
    if (
      !isInNestedText &&
      depth === 0 &&
      (character === "," || character === "}")
    ) {
      finishOther();
      if (state !== "broken") read(character);
      return;
    }
    raw += character;
    if (escape !== undefined) escape = undefined;
    else if (isInNestedText && character === "\\") escape = "";
    else if (character === '"') isInNestedText = !isInNestedText;
    else if (!isInNestedText && (character === "{" || character === "["))
      depth++;
    else if (
      !isInNestedText &&
      (character === "}" || character === "]") &&
      --depth === 0
    )
      finishOther();
  };

  const finishOther = (): void => {
    try {
      fields.set(key, { value: JSON.parse(raw), isComplete: true });
      place = "comma-or-end";
    } catch {
      state = "broken";
    }
  };

  /** The character's meaning inside a text; empty while an escape is not complete. */
  const unescape = (character: string): string => {
    if (escape === undefined) {
      if (character !== "\\") return character;
      escape = "";
      return "";
    }
    if (escape === "") {
      if (character === "u") {
        escape = "u";
        return "";
      }
      escape = undefined;
      isDoubtful ||= !'n"\\/'.includes(character);
      return (
        ESCAPES[character] ??
        ('"\\/'.includes(character) ? character : `\\${character}`)
      );
    }
    escape += character;
    if (escape.length < 5) return "";
    const digits = escape.slice(1);
    escape = undefined;
    return /^[0-9a-f]{4}$/i.test(digits)
      ? String.fromCharCode(Number.parseInt(digits, 16))
      : `\\u${digits}`;
  };

  return {
    push(text) {
      for (let index = 0; index < text.length; index++) {
        if (state !== "open") return index;
        read(text.charAt(index));
      }
      return text.length;
    },
    get state() {
      return state;
    },
    get isDoubtful() {
      return isDoubtful;
    },
    field: (name) => fields.get(name),
  };
}

function isBlank(character: string): boolean {
  return (
    character === " " ||
    character === "\n" ||
    character === "\r" ||
    character === "\t"
  );
}

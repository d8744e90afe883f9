/** A field of an object that is being written. */
export interface JsonField {
  readonly kind: "text" | "literal" | "nested";
  readonly isComplete: boolean;
  /** Where its value begins in the object, after the opening quote of a string. */
  readonly start: number;
}

/** A JSON object, read as it arrives. */
export interface JsonObjectReader {
  /** Takes the next piece and returns how much of it belonged to the object. */
  push(piece: string): number;
  readonly state: "open" | "closed" | "broken";
  /** The top-level fields, in order; of two with one name the first. */
  readonly fields: ReadonlyMap<string, JsonField>;
  /** What was written of a text since this was last called, with its escapes as they are. */
  take(name: string): string;
}

type Place =
  | "start"
  | "key-or-end"
  | "key"
  | "colon"
  | "value"
  | "text"
  | "other"
  | "comma-or-end";

interface OpenField {
  readonly kind: "text" | "literal" | "nested";
  isComplete: boolean;
  readonly start: number;
  untaken: string;
}

/**
 * Reads one object from its `{` on, each character once. More lenient than JSON only where a repair does not change
 * what came before: raw line breaks and unknown escapes in texts, a trailing comma.
 */
export function createJsonObjectReader(): JsonObjectReader {
  const fields = new Map<string, OpenField>();
  let state: JsonObjectReader["state"] = "open";
  let place: Place = "start";
  let length = 0;
  let key = "";
  let field: OpenField | undefined;
  let isEscaped = false;
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
        if (character === '"') place = "colon";
        else if (character === "\\") state = "broken";
        else key += character;
        return;
      case "colon":
        if (character === ":") place = "value";
        else if (!isBlank(character)) state = "broken";
        return;
      case "value":
        if (!isBlank(character)) beginValue(character);
        return;
      case "text":
        return;
      case "other":
        return readOther(character);
      case "comma-or-end":
        if (character === ",") place = "key-or-end";
        else if (character === "}") state = "closed";
        else if (!isBlank(character)) state = "broken";
    }
  };

  const beginValue = (character: string): void => {
    const isText = character === '"';
    const isNested = character === "{" || character === "[";
    field = {
      kind: isText ? "text" : isNested ? "nested" : "literal",
      isComplete: false,
      start: length + (isText ? 1 : 0),
      untaken: "",
    };
    if (!fields.has(key)) fields.set(key, field);
    if (isText) [place, isEscaped] = ["text", false];
    else {
      [raw, depth, isInNestedText, place] = ["", 0, false, "other"];
      readOther(character);
    }
  };

  /** Returns where the text ends in the piece, or the piece does. */
  const readText = (piece: string, from: number): number => {
    let end = from;
    for (; end < piece.length; end++) {
      const character = piece.charCodeAt(end);
      if (isEscaped) isEscaped = false;
      else if (character === 0x5c) isEscaped = true;
      else if (character === 0x22) break;
    }
    if (field === undefined) return end;
    field.untaken += piece.slice(from, end);
    if (end === piece.length) return end;
    field.isComplete = true;
    place = "comma-or-end";
    return end + 1;
  };

  /** Numbers and literals end at a comma or brace, lists and objects at their own bracket. */
  const readOther = (character: string): void => {
    if (depth === 0 && (character === "," || character === "}")) {
      finishOther();
      if (state !== "broken") read(character);
      return;
    }
    raw += character;
    if (isEscaped) isEscaped = false;
    else if (isInNestedText && character === "\\") isEscaped = true;
    else if (character === '"') isInNestedText = !isInNestedText;
    else if (isInNestedText) return;
    else if (character === "{" || character === "[") depth++;
    else if ((character === "}" || character === "]") && --depth === 0)
      finishOther();
  };

  const finishOther = (): void => {
    try {
      JSON.parse(raw);
    } catch {
      state = "broken";
    }
    if (field !== undefined) field.isComplete = state !== "broken";
    place = "comma-or-end";
  };

  const isOpen = (): boolean => state === "open";

  return {
    push(piece) {
      let index = 0;
      const before = length;
      while (index < piece.length && isOpen()) {
        if (place === "text") index = readText(piece, index);
        else read(piece.charAt(index++));
        length = before + index;
      }
      return index;
    },
    get state() {
      return state;
    },
    fields,
    take(name) {
      const taken = fields.get(name);
      if (taken === undefined) return "";
      const { untaken } = taken;
      taken.untaken = "";
      return untaken;
    },
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

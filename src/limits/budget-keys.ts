/**
 * Keys of a budget's sums: what is counted, in which minute or day, and for
 * which person, or shared.
 */

export function personKey(what: string, time: number, person: string): string {
  return `${what}:${time}/person/${person}`;
}

export function sharedKey(what: string, time: number, name: string): string {
  return `${what}:${time}/shared/${name}`;
}

export function isShared(key: string): boolean {
  return key.split("/", 2)[1] === "shared";
}

/** Returns `undefined` for a shared key. */
export function personOf(key: string): string | undefined {
  const [, , ...person] = key.split("/");
  return isShared(key) ? undefined : person.join("/");
}

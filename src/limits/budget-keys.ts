/** Keys of a budget's sums: what they count, the minute or day, and whose they are: a person's, or shared by many. */

export function personKey(what: string, time: number, person: string): string {
  return `${what}:${time}/person/${person}`;
}

export function sharedKey(what: string, time: number, name: string): string {
  return `${what}:${time}/shared/${name}`;
}

export function isShared(key: string): boolean {
  return key.split("/", 2)[1] === "shared";
}

/** `undefined` for what is shared. */
export function personOf(key: string): string | undefined {
  const [, , ...person] = key.split("/");
  return isShared(key) ? undefined : person.join("/");
}

/** Reads back JSON that Parley itself has written and nobody else can write: its type is the writer's. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the reader names the type that was written
export function parseOwnJson<Value>(json: unknown): Value {
  return JSON.parse(String(json));
}

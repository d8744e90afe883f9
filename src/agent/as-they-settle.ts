/** The promises' values in the order in which they come. Throws as soon as one is rejected. */
export async function* asTheySettle<Value>(
  promises: readonly Promise<Value>[],
): AsyncGenerator<Value, void> {
  const open = new Map(
    promises.map((promise, index) => [
      index,
      promise.then((value) => ({ index, value })),
    ]),
  );
  while (open.size > 0) {
    const { index, value } = await Promise.race(open.values());
    open.delete(index);
    yield value;
  }
}

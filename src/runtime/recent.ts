/** A map that keeps only the last `max` entries that were set. */
export function createRecent<Value>(max: number) {
  const entries = new Map<string, Value>();
  return {
    get: (key: string) => entries.get(key),
    values: () => entries.values(),
    delete: (key: string) => void entries.delete(key),
    set(key: string, value: Value): void {
      entries.delete(key);
      entries.set(key, value);
      const [oldest] = entries.size > max ? entries.keys() : [];
      if (oldest !== undefined) entries.delete(oldest);
    },
  };
}

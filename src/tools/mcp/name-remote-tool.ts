/** Providers take no longer names. */
const MAX_LENGTH = 64;

/**
 * The name of a server's tool here: `server__tool`, of small letters, digits and underscores, as `findOrder` of `shop` is
 * `shop__find_order`. `undefined` where nothing of its name is left, or too much.
 */
export function nameRemoteTool(
  server: string,
  tool: string,
): string | undefined {
  const words = tool
    .slice(0, 200)
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "_")
    .replaceAll(/^_|_$/g, "");
  const name = `${server}__${words}`;
  return words === "" || name.length > MAX_LENGTH ? undefined : name;
}

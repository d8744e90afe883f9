import { once } from "node:events";
import { createServer } from "node:net";
import { parseArgs } from "node:util";

const EXAMPLE = "for example: npm run dev -- --port 9000";

/**
 * Returns what is wrong with `--port` in the arguments of `npm run dev`, as
 * shown to the developer. Wrangler would build first and then print its
 * parser's exception.
 */
export async function findPortProblem(
  given: readonly string[],
): Promise<string | undefined> {
  const { port, ip } = parseArgs({
    args: [...given],
    options: { port: { type: "string" }, ip: { type: "string" } },
    strict: false,
  }).values;
  if (port === undefined) return undefined;
  if (typeof port !== "string") return `--port needs a number, ${EXAMPLE}`;
  // 0: wrangler chooses a free port.
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    return `--port ${port} is not a port. Choose a number from 1 to 65535, ${EXAMPLE}`;
  const host = typeof ip === "string" && ip !== "*" ? ip : undefined;
  return describe(await findListenError({ port: Number(port), host }), port);
}

function describe(code: unknown, port: string): string | undefined {
  if (code === "EADDRINUSE")
    return `Port ${port} is in use. Stop what is listening there, or choose another port, ${EXAMPLE}`;
  if (code === "EACCES")
    return `Port ${port} is only for administrators of this computer, or reserved by its system. Choose another one above 1023, ${EXAMPLE}`;
  return undefined;
}

/**
 * The error code if a server cannot listen there. Only two codes are explained;
 * for all others, wrangler's own message will do.
 */
async function findListenError({
  port,
  host = "localhost",
}: {
  port: number;
  host: string | undefined;
}): Promise<unknown> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    return undefined;
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : undefined;
  } finally {
    server.close();
  }
}

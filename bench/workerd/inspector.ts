import * as z from "zod";

const Target = z.array(z.object({ webSocketDebuggerUrl: z.string() }));
/** workerd answers some commands with `params` instead of `result`. */
const Answer = z.object({ id: z.number(), result: z.unknown().optional() });

/**
 * Client for V8's inspector in a workerd started with `--inspector-addr`:
 * https://chromedevtools.github.io/devtools-protocol/v8/
 */
interface Inspector {
  send(method: string, params?: object): Promise<unknown>;
  close(): void;
}

export async function connectInspector(port: number): Promise<Inspector> {
  const response = await fetch(`http://127.0.0.1:${port}/json`);
  const [target] = Target.parse(await response.json());
  if (target === undefined) throw new Error("workerd has no inspector.");
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve) => {
    socket.addEventListener("open", resolve, { once: true });
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { success, data: answer } = Answer.safeParse(
      JSON.parse(String(data)),
    );
    if (success) waiting.get(answer.id)?.(answer.result);
  });
  let lastId = 0;
  return {
    send: (method, params = {}) =>
      new Promise<unknown>((resolve) => {
        const id = ++lastId;
        waiting.set(id, resolve);
        socket.send(JSON.stringify({ id, method, params }));
      }),
    close: () => socket.close(),
  };
}

const HeapUsage = z.object({ usedSize: z.number() });

/**
 * Heap usage in bytes after a full garbage collection, which workerd delays
 * until the next request.
 */
export async function usedHeap(
  inspector: Inspector,
  { url }: { url: string },
): Promise<number> {
  const collection = { isOver: false };
  void inspector.send("HeapProfiler.collectGarbage").finally(() => {
    collection.isOver = true;
  });
  while (!collection.isOver) {
    const response = await fetch(`${url}/nothing`);
    await response.body?.cancel();
  }
  const usage = await inspector.send("Runtime.getHeapUsage");
  return HeapUsage.parse(usage).usedSize;
}

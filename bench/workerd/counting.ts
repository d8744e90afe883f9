/**
 * Path at which the counting Worker returns its counts since the last request.
 */
export const COUNTS_PATH = "/bench/counts";

/** What Cloudflare bills besides CPU, and waits for network or disk. */
export interface Counts {
  /** Method calls on Durable Objects. */
  readonly objectRequests: number;
  /** Requests to the model and to Telegram. */
  readonly httpRequests: number;
  readonly alarmsSet: number;
  readonly statements: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
}

type Cursor = Pick<
  SqlStorageCursor<Record<string, SqlStorageValue>>,
  "rowsRead" | "rowsWritten"
>;

const calls = { objectRequests: 0, httpRequests: 0, alarmsSet: 0 };
/** Cursors report the rows read only after iteration. */
let cursors: Cursor[] = [];

const real = globalThis.fetch;
globalThis.fetch = (...request) => {
  calls.httpRequests++;
  return real(...request);
};

/**
 * Adds the counts' path to a Worker. In workerd, handler and objects share one
 * isolate and thus these counts.
 */
export function wrapHandler<Env extends object>(
  worker: ExportedHandler<Env>,
): ExportedHandler<Env> {
  return {
    fetch(request, env, context) {
      if (new URL(request.url).pathname === COUNTS_PATH)
        return Response.json(takeCounts());
      countCalls(env);
      return worker.fetch?.(request, env, context) ?? new Response();
    },
  };
}

/** Wraps a class to count what its objects store and call. */
export function wrapObject<Env extends object, Instance extends object>(
  RealObject: new (state: DurableObjectState, env: Env) => Instance,
): new (state: DurableObjectState, env: Env) => Instance {
  return new Proxy(RealObject, {
    construct(target, [state, env]: [DurableObjectState, Env], newTarget) {
      countStorage(state.storage);
      countCalls(env);
      return Reflect.construct(target, [state, env], newTarget);
    },
  });
}

function takeCounts(): Counts {
  const sum = (field: keyof Cursor): number =>
    cursors.reduce((total, cursor) => total + cursor[field], 0);
  const counts: Counts = {
    ...calls,
    statements: cursors.length,
    rowsRead: sum("rowsRead"),
    rowsWritten: sum("rowsWritten"),
  };
  cursors = [];
  Object.assign(calls, { objectRequests: 0, httpRequests: 0, alarmsSet: 0 });
  return counts;
}

function countStorage(storage: DurableObjectStorage): void {
  patch(storage, "setAlarm", (setAlarm) => (...when) => {
    calls.alarmsSet++;
    return setAlarm(...when);
  });
  patch(storage.sql, "exec", (exec) => (...statement) => {
    const cursor = exec(...statement);
    cursors.push(cursor as Cursor);
    return cursor;
  });
}

function countCalls(env: object): void {
  for (const binding of Object.values(env))
    if (isNamespace(binding))
      for (const name of ["get", "getByName"] as const)
        patch(
          binding,
          name,
          (find) =>
            (...which) =>
              countedStub(find(...which) as object),
        );
}

function isNamespace(binding: unknown): binding is DurableObjectNamespace {
  return (
    typeof binding === "object" && binding !== null && "idFromName" in binding
  );
}

function countedStub<Stub extends object>(stub: Stub): Stub {
  return new Proxy(stub, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...input: unknown[]): unknown => {
        calls.objectRequests++;
        return Reflect.apply(value, target, input);
      };
    },
  });
}

type Method = (...input: unknown[]) => unknown;

const patched = new WeakMap<object, Set<PropertyKey>>();

/** Replaces a method of an object once. */
function patch<Target extends object>(
  target: Target,
  name: keyof Target,
  wrap: (method: Method) => Method,
): void {
  const names = patched.get(target) ?? new Set();
  if (names.has(name)) return;
  patched.set(target, names.add(name));
  const method = target[name] as Method;
  Object.defineProperty(target, name, { value: wrap(method.bind(target)) });
}

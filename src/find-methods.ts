import type { Hono } from "hono";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** What can be done with an address: none of them where there is nothing at it. */
export function findMethods(app: Hono, path: string): readonly string[] {
  return METHODS.filter((method) =>
    // What checks requests of every method is no route.
    app.router
      .match(method, path)[0]
      .some(([[, route]]) => route.method === method),
  ).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

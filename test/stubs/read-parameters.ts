import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";

/**
 * Reads the parameters of a request: JSON, or a form if it contains a file; a
 * file becomes its name and content. A Telegram parameter may name a file that
 * follows (https://core.telegram.org/bots/api#sending-files).
 */
export async function readParameters(
  request: IncomingMessage,
): Promise<Record<string, unknown>> {
  const body = await buffer(request);
  const type = request.headers["content-type"] ?? "";
  if (body.length === 0) return {};
  if (type.startsWith("application/json")) {
    const parameters: unknown = JSON.parse(body.toString("utf8"));
    return { ...(typeof parameters === "object" ? parameters : {}) };
  }
  const form = await new Response(new Uint8Array(body), {
    headers: { "content-type": type },
  }).formData();
  const fields = Array.from(form, async ([name, value]) => {
    const isAttached =
      typeof value === "string" && value.startsWith("attach://");
    const file = isAttached ? form.get(value.slice(9)) : value;
    return [
      name,
      file instanceof File
        ? { name: file.name, content: await file.text() }
        : value,
    ];
  });
  return Object.fromEntries(await Promise.all(fields));
}

/** All of Cloudflare's global types would clash with those of browsers. */
type DurableObjectStorage =
  import("@cloudflare/workers-types").DurableObjectStorage;

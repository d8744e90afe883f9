import { DurableObject } from "cloudflare:workers";
import type { RequestCount } from "../../rate-limiter.ts";
import { countRequests, minuteOf } from "../count-requests.ts";

/**
 * One caller's requests. Nothing is stored, as a write costs more than a request does: where the object is moved, or is dropped after
 * some seconds without requests, it counts from nought.
 */
export class RateLimitObject extends DurableObject {
  #minute = 0;
  #requests = 0;

  take({ limit, now }: { limit: number; now: number }): RequestCount {
    const minute = minuteOf(now);
    // The clocks of those who ask are not quite the same: time never goes back here.
    if (minute > this.#minute) {
      this.#minute = minute;
      this.#requests = 0;
    }
    this.#requests += 1;
    return countRequests({ requests: this.#requests, limit, now });
  }
}

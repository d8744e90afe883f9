/** Response of `GET /admin/setup`: see `src/platforms/create-setup.ts`. */
export interface Report {
  readonly version: string;
  readonly platform: "cloudflare" | "aws";
  readonly is_development: boolean;
  readonly model:
    | { readonly is_demo: true }
    | {
        readonly is_demo: false;
        readonly names: readonly string[];
        readonly host: string;
        readonly style: string;
      };
  readonly tools: readonly string[];
  readonly search_providers: readonly string[];
  readonly mcp_servers: readonly string[];
  readonly channels: readonly {
    readonly name: string;
    readonly title: string;
    readonly is_on: boolean;
    readonly is_for_everybody: boolean;
  }[];
  readonly page: "local" | "password" | "public" | "off";
  readonly callers: readonly string[];
  readonly has_admin_key: boolean;
  readonly limits: {
    readonly messages_per_minute: number;
    readonly user_daily_tokens: number;
    readonly global_daily_tokens: number;
  };
  readonly memory: {
    readonly store: string;
    readonly max_tokens: number;
    readonly retention_days: number;
  };
  readonly misspelled: readonly {
    readonly variable: string;
    readonly likely: string;
  }[];
}

export type ModelAnswer =
  | { readonly kind: "answered"; readonly ms: number }
  | { readonly kind: "failed"; readonly detail: string };

export type TelegramState =
  | {
      readonly kind: "known";
      readonly username: string;
      readonly url: string;
      readonly waiting: number;
      readonly lastError?: {
        readonly at: string;
        readonly message: string;
        readonly advice: string;
      };
    }
  | { readonly kind: "failed"; readonly detail: string };

export interface TestAnswer {
  readonly text: string;
  readonly tools: readonly string[];
}

/** `unreachable`: no response. */
export type Answer<Body> =
  | { readonly kind: "ok"; readonly body: Body }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly detail: string;
    }
  | { readonly kind: "unreachable" };

/**
 * Calls `/admin/setup` with the operator's key; requests texts in the page's
 * language.
 */
export async function ask<Body>(
  key: string,
  path: string,
  sent?: object,
): Promise<Answer<Body>> {
  try {
    const response = await fetch(`/admin/setup${path}`, {
      headers: {
        authorization: `Bearer ${key}`,
        "accept-language": document.documentElement.lang,
        ...(sent && { "content-type": "application/json" }),
      },
      ...(sent && { method: "POST", body: JSON.stringify(sent) }),
    });
    const body: Body & { detail?: string } = await response.json();
    return response.ok
      ? { kind: "ok", body }
      : {
          kind: "refused",
          status: response.status,
          detail: body.detail ?? String(response.status),
        };
  } catch {
    return { kind: "unreachable" };
  }
}

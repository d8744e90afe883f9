import type { EventType } from "./event.ts";
import type { Approvers } from "./pause.ts";

/** A valid setting that does less than its owner may expect. */
export type Gap =
  /** People who may approve tools write on a channel that is off. */
  | {
      readonly kind: "approvers-off";
      readonly people: readonly string[];
      /** Its title. */
      readonly channel: string;
    }
  /** The bot leaves messages to the team, which nobody tells. */
  | { readonly kind: "waits-untold" }
  /** A request for a person has no end but an operator. */
  | { readonly kind: "waits-for-ever" }
  /** The team's chat gets no link to the console. */
  | { readonly kind: "no-link" }
  /** The model may ask for a person, or a tool for approval by one: in vain. */
  | { readonly kind: "no-team" }
  /** A setting of callbacks names somebody who is no caller. */
  | {
      readonly kind: "unknown-caller";
      readonly variable: string;
      readonly caller: string;
    }
  /** Neither the page's tokens nor all of them are limited. */
  | { readonly kind: "strangers-unlimited" };

/** The answers of `/admin/setup`, as JSON; they contain no secrets. */
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
  /** Some of them want a sign-in. */
  readonly has_sign_ins: boolean;
  readonly channels: readonly {
    readonly name: string;
    readonly title: string;
    readonly is_on: boolean;
    readonly is_for_everybody: boolean;
  }[];
  readonly page: "local" | "password" | "public" | "off";
  readonly callers: readonly string[];
  /** Missing: nobody is told of events. */
  readonly events?: {
    readonly host: string;
    readonly types: readonly EventType[];
    /** The newest event that was given up and not sent again since. */
    readonly last_failure?: {
      /** ISO 8601. */
      readonly at: string;
      /** Without secrets; empty: the process died. */
      readonly reason: string;
    };
  };
  /** How people of the team take part. */
  readonly team: {
    readonly approvers: Approvers;
    /** The channel of the chat that is told. */
    readonly notified?: string;
    readonly waits: boolean;
    /** 0: for ever. */
    readonly wait_minutes: number;
    /** 0: for ever. */
    readonly silence_minutes: number;
    readonly has_hours: boolean;
    /** ISO 8601; missing: it is here now. */
    readonly opens_at?: string;
  };
  readonly gaps: readonly Gap[];
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

/** `detail`: one or more sentences for the operator. */
interface Failed {
  readonly kind: "failed";
  readonly detail: string;
}

export type ModelAnswer =
  | { readonly kind: "answered"; readonly ms: number }
  /** `cause`: e.g. `unauthorized`. */
  | (Failed & { readonly cause: string });

/** A bot and its webhook. */
export interface WebhookState {
  readonly kind: "known";
  readonly username: string;
  /** Empty if there is no webhook. */
  readonly url: string;
  /** Number of undelivered updates. */
  readonly waiting: number;
  /** Kinds of updates that Parley needs and the webhook does not get. */
  readonly missingKinds: readonly string[];
  readonly lastError?: {
    /** ISO 8601. */
    readonly at: string;
    /** Telegram's message. */
    readonly message: string;
    /** What to do about it. */
    readonly advice: string;
  };
}

export type TelegramState = WebhookState | Failed;

export interface TestAnswer {
  readonly text: string;
  readonly tools: readonly string[];
}

/** A tool server that wants a sign-in, of an operator or of each person. */
export type SignInReport =
  | { readonly name: string; readonly by: "person" }
  | {
      readonly name: string;
      readonly by: "operator";
      readonly state: "signed-out" | "refused" | "signed-in";
      /** ISO 8601. */
      readonly since?: string;
      readonly account?: string | undefined;
    };

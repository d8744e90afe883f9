/** What the reference reads of an OpenAPI document, as JSON gives it. */
export interface DocumentView {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly {
    readonly name: string;
    readonly description: string;
    readonly "x-displayName": string;
  }[];
  readonly paths: Readonly<Record<string, PathItemView>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaView>>;
    readonly headers: Readonly<Record<string, HeaderView>>;
    readonly examples: Readonly<Record<string, ExampleView>>;
  };
}

export type PathItemView = Readonly<Record<string, OperationView>>;

export interface OperationView {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly ParameterView[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, MediaTypeView>>;
  };
  readonly responses: Readonly<Record<string, ResponseView>>;
  /** By name, then by the address that they are sent to. */
  readonly callbacks?: Readonly<
    Record<string, Readonly<Record<string, PathItemView>>>
  >;
  readonly "x-codeSamples"?: readonly {
    readonly label: string;
    readonly source: string;
  }[];
}

export interface ParameterView {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: SchemaView;
}

export interface ResponseView {
  readonly description: string;
  readonly headers?: Readonly<Record<string, HeaderView | Reference>>;
  readonly content?: Readonly<Record<string, MediaTypeView>>;
}

export interface MediaTypeView {
  readonly schema: SchemaView;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, ExampleView | Reference>>;
  readonly "x-server-sent-events"?: Readonly<Record<string, Reference>>;
}

export interface HeaderView {
  readonly required?: boolean;
  readonly description: string;
}

export interface ExampleView {
  readonly summary: string;
  readonly description?: string;
  readonly value: unknown;
}

export interface Reference {
  readonly $ref: string;
}

export interface SchemaView {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaView>>;
  readonly required?: readonly string[];
  readonly items?: SchemaView;
  readonly anyOf?: readonly SchemaView[];
  readonly oneOf?: readonly SchemaView[];
  readonly allOf?: readonly SchemaView[];
  readonly additionalProperties?: SchemaView | boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
}

/** The last part of a reference: the name of what it points at. */
export function nameOf({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf("/") + 1);
}

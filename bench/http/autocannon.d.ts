/** The part used here; the package has no types. */
declare module "autocannon" {
  interface Request {
    readonly body: string;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly method: "POST";
    readonly headers: Readonly<Record<string, string>>;
    readonly requests: readonly {
      readonly setupRequest: <Given extends object>(
        request: Given,
      ) => Given & Request;
    }[];
  }
  interface Result {
    readonly errors: number;
    readonly non2xx: number;
    readonly requests: { readonly average: number; readonly total: number };
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p99: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}

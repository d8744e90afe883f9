/** Finds the numbers behind the name of a host. */
export interface HostResolver {
  /**
   * All its addresses, of IPv4 and of IPv6, in any order; none where the name has none. Throws where it cannot say: half an
   * answer is none.
   */
  resolve(
    name: string,
    options: { signal: AbortSignal },
  ): Promise<readonly string[]>;
}

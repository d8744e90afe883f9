import * as z from "zod";
import { DeliveryError } from "../../types/errors.ts";
import type { ReplyAddress } from "../../types/message.ts";

/**
 * Makes a parser of the platform's fields of an address. The parser throws
 * `DeliveryError` (`refused`) for another channel's address.
 */
export function createAddressParser<Shape extends z.ZodRawShape>(
  platform: string,
  fields: Shape,
): (to: ReplyAddress) => z.output<z.ZodObject<Shape>> {
  const Address = z.object(fields);
  return (to) => {
    const { data } = Address.safeParse(to);
    if (data !== undefined) return data;
    const reason = `the address is not one of ${platform}`;
    throw new DeliveryError({ kind: "refused", reason });
  };
}

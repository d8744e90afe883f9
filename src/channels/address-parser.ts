import { DeliveryError } from "../errors.ts";
import type { ReplyAddress } from "../message.ts";
import * as z from "zod";

/** Makes what reads a platform's own fields of an address. It throws `DeliveryError` for an address of another channel. */
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

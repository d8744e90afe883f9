import type { Author } from "../../types/message.ts";
import { cutName } from "./to-attachment.ts";

/** What a platform says of an author besides their id, without empty fields. */
export function toNames({
  name = "",
  username = "",
  language = "",
}: {
  name?: string | undefined;
  username?: string | undefined;
  language?: string | undefined;
}): Omit<Author, "id"> {
  return {
    ...(name !== "" && { name: cutName(name) }),
    ...(username !== "" && { username: cutName(username) }),
    ...(language !== "" && { language }),
  };
}

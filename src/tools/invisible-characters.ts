/** Control characters, soft hyphens, marks that turn the direction of writing, and tags: nobody sees them, but models read them. */
export const INVISIBLE =
  /[^\P{Cc}\s]|[\u{AD}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{206F}\u{FEFF}\u{E0000}-\u{E007F}]/gu;

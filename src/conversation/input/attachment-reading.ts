import {
  MAX_FILE_BYTES,
  type ExtractionProblem,
} from "../../files/extract-text.ts";

/** Why an attachment cannot be read. */
export type AttachmentProblem =
  /** The model accepts no images. */
  | "unseen"
  /** There is no transcriber. */
  | "unheard"
  /** The recording contains no speech. */
  | "silent"
  /** The transcriber rejects the recording. */
  | "no-speech"
  /** The document is neither plain text nor in a format that is read. */
  | "no-text"
  | ExtractionProblem
  /** Reading the document ended the process. */
  | "unreadable-document"
  /** Not in an image format that models accept. */
  | "no-image"
  | "large-image"
  | "large-voice"
  | "large-document"
  | "large-file"
  /** The turn's attachments together are too large. */
  | "too-much"
  /** The platform no longer has it. */
  | "gone"
  /** A kind that is never read. */
  | "other";

/** An attachment in the form that the model gets. */
export type AttachmentReading =
  | { readonly kind: "image"; readonly url: string }
  | { readonly kind: "speech"; readonly text: string }
  | {
      readonly kind: "document";
      readonly text: string;
      /** Whether this is only the beginning. */
      readonly isCut?: boolean;
    }
  | { readonly kind: "unreadable"; readonly problem: AttachmentProblem };

/** An image is sent with each request of its turn. */
export const MAX_IMAGE_BYTES = 1_000_000;
export const MAX_TEXT_BYTES = 200_000;

/** Bytes left for the attachments of one turn; reduced as they are read. */
export interface Room {
  images: number;
  /** Of text, also of text from files. */
  documents: number;
  /** Of documents that are not plain text. */
  files: number;
}

/** Ten photos usually take half of it. */
export function createRoom(): Room {
  return {
    images: 5 * MAX_IMAGE_BYTES,
    documents: MAX_TEXT_BYTES,
    files: 2 * MAX_FILE_BYTES,
  };
}

export function unreadable(problem: AttachmentProblem): AttachmentReading {
  return { kind: "unreadable", problem };
}

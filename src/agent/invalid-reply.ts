/** Stands for the tool in a step whose reply could not be read; its observation says what was wrong. */
export const INVALID_REPLY = "invalid_reply";

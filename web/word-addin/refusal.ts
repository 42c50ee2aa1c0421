/** Why an operation is not carried out, in words for whoever asked for it. */

import type { Failed } from "../protocol/word";

export type Code = Failed["code"];

export class Refusal extends Error {
  constructor(
    readonly code: Code,
    message: string,
    readonly hint: string,
    readonly diagnostics = "",
  ) {
    super(message);
  }
}

export const invalid = (message: string, hint: string) => new Refusal("E_INVALID_ARG", message, hint);
export const notFound = (message: string, hint: string) => new Refusal("E_NOT_FOUND", message, hint);
export const unsupported = (message: string, hint: string) => new Refusal("E_UNSUPPORTED", message, hint);

const CODES: Record<string, [Code, string]> = {
  AccessDenied: ["E_PERMISSION", "The document is protected, or open for reading only."],
  InvalidArgument: ["E_INVALID_ARG", "Word does not take these arguments at this place."],
  SearchStringInvalidOrTooLong: ["E_INVALID_ARG", "Search for less."],
  ItemNotFound: ["E_NOT_FOUND", "What was meant is no longer in the document: look for it again."],
  InvalidObjectPath: ["E_NOT_FOUND", "What was meant is no longer in the document: look for it again."],
  NotImplemented: ["E_UNSUPPORTED", "This version of Word cannot do that."],
  ApiNotFound: ["E_UNSUPPORTED", "This version of Word cannot do that."],
  Timeout: ["E_TIMEOUT", "Word was busy: look at the document before trying again."],
};

/** Any failure in our words; Office's own code goes along. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof OfficeExtension.Error)) {
    const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return new Refusal("E_RUNTIME", said, "Try again; the pane in Word has the details.", said);
  }
  const [code, hint] = CODES[error.code] ?? ["E_RUNTIME", "Try again; the pane in Word has the details."];
  const place = error.debugInfo?.errorLocation ?? "";
  return new Refusal(code, `Word says: ${error.message}`, hint, [error.code, place].filter(Boolean).join(" at "));
}

// Made from the server's models by `make docs`.

export const PROTOCOL = 1;
export const VERSION = "1.0";
export const NAMESPACE = "/word";
export const PATH = "/word-addin/socket";
export const EVENT = "word:";

/** What every operation carries besides its arguments. */
export interface Asked { version: string; tracked: boolean; }

/** Direct formatting of characters. */
export interface Char { bold?: boolean; italic?: boolean; underline?: "none" | "single" | "double"; strikeThrough?: boolean; doubleStrikeThrough?: boolean; allCaps?: boolean; smallCaps?: boolean; superscript?: boolean; subscript?: boolean; fontName?: string; fontSize?: number; color?: string; highlight?: string; }

/** Why an operation was not carried out; nothing of it may be left behind. */
export interface Failed { ok: false; op: string; code: "E_INVALID_ARG" | "E_NOT_FOUND" | "E_UNSUPPORTED" | "E_PERMISSION" | "E_RUNTIME" | "E_TIMEOUT" | "E_CONFLICT"; message: string; hint: string; diagnostics: string; }

/** How a pane introduces itself: the `auth` of the connection. */
export interface Greeting { token: string; protocol: number; session: string; title: string; url: string; platform: string; sets: (string)[]; paused: boolean; readOnly: boolean; }

/** How the server answers: the event `hello`. */
export interface Hello { protocol: number; version: string; label: string; resumed: boolean; mostCharacters: number; }

export interface Hit { rangeId: string; text: string; context?: string; start?: number; end?: number; }

export interface ListedStyle { name: string; builtIn: boolean; localizedName?: string; }

/** Direct formatting of paragraphs; lengths in points. */
export interface Para { alignment?: "left" | "center" | "right" | "justify"; lineSpacing?: number; spaceBefore?: number; spaceAfter?: number; leftIndent?: number; rightIndent?: number; firstLineIndent?: number; list?: "none" | "bullet" | "number"; }

export interface ParagraphTold { index: number; text?: string; excerpt?: string; rangeId: string; ccId?: number; ccTag?: string; }

/** A place in a paragraph; if its text is another than the caller saw, the answer is `E_CONFLICT`. */
export interface Point { paragraph: number; offset: number; text: string; }

/** A place by its paragraph, as `document.text` numbers them, and the units of its text before it. */
export interface Spot { paragraph: number; offset: number; }

/** What has changed in the pane: the event `state`. */
export interface State { title: string; paused: boolean; readOnly: boolean; }

export interface Stretch { start: Point; end: Point; }

export interface Succeeded { ok: true; op: string; data: Record<string, unknown>; }

export interface TableFlags { bandedRows?: boolean; bandedColumns?: boolean; firstRow?: boolean; lastRow?: boolean; firstColumn?: boolean; lastColumn?: boolean; }

/** The operations, by the event `word:` and their name. */
export interface Ops {
  "insertText": { arguments: { scope: string; text: string; location: "start" | "end" | "before" | "after" | "replace"; newParagraph: boolean; keepFormatting: boolean; }; answer: { rangeId: string; length: number; } };
  "getSelection": { arguments: {  }; answer: { text: string; rangeId: string; start?: number; end?: number; first?: Spot; last?: Spot; } };
  "search": { arguments: { useRegex: boolean; matchWildcards: boolean; matchCase: boolean; matchWholeWord: boolean; matchPrefix: boolean; matchSuffix: boolean; ignoreSpace: boolean; ignorePunct: boolean; query: string; scope: string; maxResults: number; }; answer: { results: (Hit)[]; more: boolean; } };
  "replace": { arguments: { useRegex: boolean; matchWildcards: boolean; matchCase: boolean; matchWholeWord: boolean; matchPrefix: boolean; matchSuffix: boolean; ignoreSpace: boolean; ignorePunct: boolean; target: string; replaceWith: string; query?: string; scope: string; mode: "replaceFirst" | "replaceAll"; }; answer: { replaced: number; } };
  "insertPicture": { arguments: { scope: string; source: "base64"; data: string; location: "start" | "end" | "before" | "after" | "replace"; width?: number; height?: number; lockAspectRatio: boolean; altText?: string; wrapType: "inline" | "square" | "tight" | "behind" | "inFront"; mediaType: string; }; answer: { shapeId?: string; rangeId: string; } };
  "table.create": { arguments: { scope: string; rows: number; cols: number; location: "start" | "end" | "before" | "after" | "replace"; data?: ((string)[])[]; header: boolean; }; answer: { tableId: string; rangeId: string; } };
  "table.insertRows": { arguments: { tableRef: string; at: number; count: number; where: "before" | "after"; }; answer: { tableId: string; rows: number; cols: number; } };
  "table.insertColumns": { arguments: { tableRef: string; at: number; count: number; where: "before" | "after"; }; answer: { tableId: string; rows: number; cols: number; } };
  "table.deleteRows": { arguments: { tableRef: string; indexes: (number)[]; allowObjects: boolean; }; answer: { tableId: string; rows: number; cols: number; } };
  "table.deleteColumns": { arguments: { tableRef: string; indexes: (number)[]; allowObjects: boolean; }; answer: { tableId: string; rows: number; cols: number; } };
  "table.setCellText": { arguments: { tableRef: string; row: number; col: number; text: string; }; answer: { tableId: string; rows: number; cols: number; } };
  "table.mergeCells": { arguments: { tableRef: string; startRow: number; startCol: number; rowSpan: number; colSpan: number; }; answer: { tableId: string; rows: number; cols: number; } };
  "table.applyStyle": { arguments: { tableRef: string; style: string | TableFlags; }; answer: { tableId: string; rows: number; cols: number; } };
  "applyStyle": { arguments: { scope: string; namedStyle?: string; char?: Char; para?: Para; precedence: "styleThenOverrides" | "overridesThenStyle"; resetDirectFormatting: boolean; }; answer: { rangeId: string; warnings?: (string)[]; } };
  "listStyles": { arguments: { category: "paragraph" | "character" | "table" | "all"; query?: string; builtInOnly: boolean; includeLocalized: boolean; max?: number; }; answer: { paragraphStyles: (ListedStyle)[]; characterStyles: (ListedStyle)[]; tableStyles: (ListedStyle)[]; } };
  "listParagraphs": { arguments: { scope: string; createControls: boolean; controlTagPrefix: string; includeText: boolean; maxChars?: number; filterEmpty: boolean; }; answer: { paragraphs: (ParagraphTold)[]; } };
  "document.text": { arguments: {  }; answer: { paragraphs: (string)[]; } };
  "document.ooxml": { arguments: {  }; answer: { ooxml: string; } };
  "range.at": { arguments: { places: (Stretch)[]; }; answer: { rangeIds: (string)[]; } };
  "selection.set": { arguments: { scope: string; edge: "all" | "start" | "end"; }; answer: { text: string; rangeId: string; start?: number; end?: number; first?: Spot; last?: Spot; } };
  "format.read": { arguments: { scope: string; }; answer: { bold?: boolean; italic?: boolean; underline?: boolean; strikeThrough?: boolean; highlight?: string; isEmpty: boolean; word?: string; } };
}

/** As much of docx-preview as is used here: its own types are not found by way of its exports. */
declare module "docx-preview" {
  export type Description = {
    ns?: string;
    tagName: string;
    className?: string;
    style?: Record<string, string> | string;
    children?: (Description | Node | string)[];
    [property: string]: unknown;
  };

  export interface Part {
    body: object;
  }

  export interface WordDocument {
    documentPart: Part;
    endnotesPart?: { notes: unknown[] };
    _package: { load(path: string, type: "uint8array"): Promise<Uint8Array<ArrayBuffer> | null> };
    numberingPart?: { domNumberings: { id: string; level: number; start: number; levelText?: string }[] };
    _parser: { parseDocumentFile(root: Element): object };
    loadDocumentImage(id: string, part: unknown): Promise<string | null>;
  }

  export interface Options {
    className: string;
    breakPages: boolean;
    ignoreFonts: boolean;
    ignoreLastRenderedPageBreak: boolean;
    renderChanges: boolean;
    renderComments: boolean;
    renderAltChunks: boolean;
    h(description: Description | Node | string): Node;
  }

  export function parseAsync(data: ArrayBuffer, options: Options): Promise<WordDocument>;
  export function renderDocument(document: WordDocument, options: Options): Promise<Node[]>;
}

// Made from the server's models by `make docs`.

export interface PageAgent { name: string; tool: string; at: string; }

/** Something that was done; `obstacle` says why it cannot be undone, and is empty where it can. */
export interface PageDeed { at: string; author: string; isPerson: boolean; action: "applied" | "staged" | "accepted" | "rejected" | "undone" | "redone" | "saved"; document: string; title: string; tool: string; revision: number; before: string; after: string; reason: string | null; obstacle: string; }

export interface PageEntry { name: string; path: string; isFolder: boolean; }

/** A change that waits; `start` and `end` are offsets in the page's copy. */
export interface PageSuggestion { id: string; kind: "insert" | "replace" | "delete"; start: number; end: number; original: string; proposed: string; change: string | null; author: string; madeAt: string; reason: string | null; isStale: boolean; }

export interface PageTab { id: string; title: string; filePath: string | null; format: string; isDirty: boolean; suggestions: number; }

/** A change that made a revision; `origin` is the page that it was typed in, if it was. */
export interface PageUpdate { revision: number; origin: string; changes: (unknown)[]; }

export interface PageVersion { id: number; at: string; author: string; why: "saved" | "before saving" | "on disk" | "replaced" | "working"; characters: number; }

export interface PageWindow { label: string; active: string | null; tabs: (PageTab)[]; }

/** A paragraph; `lead` tells what stands between it and the one before, `next` the same of the one behind. */
export interface ProofParagraph { line: number; lead: string; source: string; next: string | null; }

export interface RecentFile { path: string; name: string; timestamp: string; }

/** The tools that the page calls. */
export interface Tools {
  page_desk: { arguments: {  }; answer: { version: string; focused: string | null; windows: (PageWindow)[]; staging: "auto-approve" | "suggest" | "stage-everything" | "always-ask"; approval: "agent" | "person"; autoSave: "off" | "markdown" | "all"; agents: (PageAgent)[]; } };
  page_open: { arguments: { document: string; }; answer: { document: string; title: string; format: string; revision: number; text: string; suggestions: (PageSuggestion)[]; mark: string; } };
  page_news: { arguments: { document: string; revision: number; mark?: string; }; answer: { document: string; revision: number; length: number; updates: (PageUpdate)[]; text: string | null; suggestions: (PageSuggestion)[] | null; mark: string; } };
  page_type: { arguments: { document: string; revision: number; origin: string; updates: ((unknown)[])[]; }; answer: { revision: number; } };
  page_select: { arguments: { document: string; revision: number; start: number; end: number; }; answer: { isTaken: boolean; } };
  page_accept: { arguments: { document: string; suggestionId: string; content: string; }; answer: { revision: number; } };
  page_paragraphs: { arguments: { document: string; revision: number; lines: (number)[]; }; answer: { revision: number; look: string; opening: string; paragraphs: (ProofParagraph)[] | null; } };
  page_folder: { arguments: { folder?: string; }; answer: (PageEntry)[] };
  page_files: { arguments: {  }; answer: { roots: (string)[]; files: (string)[]; isComplete: boolean; } };
  page_move: { arguments: { document: string; window: string; }; answer: { window: string; } };
  page_activity: { arguments: { most?: number; }; answer: (PageDeed)[] };
  page_take_back: { arguments: { document: string; revision: number; }; answer: { revision: number; } };
  page_versions: { arguments: { document: string; }; answer: (PageVersion)[] };
  page_version: { arguments: { document: string; version: number; }; answer: { text: string; } };
  page_restore: { arguments: { document: string; version: number; }; answer: { revision: number; } };
  page_disk: { arguments: { document: string; stamp?: string; }; answer: { standing: "same" | "changed" | "gone"; stamp: string; } };
  page_disk_text: { arguments: { document: string; }; answer: { text: string; } };
  page_insist: { arguments: { document: string; }; answer: { revision: number; } };
  suggestion_accept: { arguments: { suggestionId: string; windowId?: string; }; answer: { message: string; accepted: (string)[]; stale: (string)[]; revision: string; } };
  suggestion_reject: { arguments: { suggestionId: string; windowId?: string; }; answer: { message: string; rejected: (string)[]; } };
  suggestion_accept_all: { arguments: { windowId?: string; }; answer: { message: string; accepted: (string)[]; stale: (string)[]; revision: string; } };
  suggestion_reject_all: { arguments: { windowId?: string; }; answer: { message: string; rejected: (string)[]; } };
  editor_undo: { arguments: { windowId?: string; }; answer: { message: string; undone: boolean; revision: string; } };
  editor_redo: { arguments: { windowId?: string; }; answer: { message: string; redone: boolean; revision: string; } };
  tabs_switch: { arguments: { tabId: string; windowId?: string; }; answer: { id: string; title: string; filePath: string | null; isDirty: boolean; isActive: boolean; } };
  tabs_close: { arguments: { tabId?: string; windowId?: string; }; answer: { tabId: string; message: string; } };
  tabs_create: { arguments: { windowId?: string; }; answer: { tabId: string; } };
  tabs_reopen_closed: { arguments: { windowId?: string; }; answer: { tabId?: string | null; filePath?: string | null; title?: string | null; result?: string; } };
  workspace_list_recent_files: { arguments: {  }; answer: (RecentFile)[] };
  workspace_open_document: { arguments: { path: string; reload?: boolean; windowId?: string; }; answer: { windowId: string; tabId: string; title: string; filePath: string | null; isDirty: boolean; message: string; } };
  workspace_new_document: { arguments: { title?: string; format?: "markdown" | "docx"; windowId?: string; }; answer: { windowId: string; tabId: string; title: string; filePath: string | null; isDirty: boolean; message: string; } };
  workspace_save_document: { arguments: { windowId?: string; }; answer: { filePath: string; charCount: number; message: string; } };
  workspace_save_document_as: { arguments: { path: string; overwrite?: boolean; windowId?: string; }; answer: { filePath: string; charCount: number; message: string; tabId?: string | null; simplified?: (string)[] | null; } };
  settings: { arguments: { staging?: "auto-approve" | "suggest" | "stage-everything" | "always-ask"; approval?: "agent" | "person"; autoSave?: "off" | "markdown" | "all"; }; answer: { staging: "auto-approve" | "suggest" | "stage-everything" | "always-ask"; approval: "agent" | "person"; autoSave: "off" | "markdown" | "all"; } };
  page_keep_picture: { arguments: { document: string; name: string; data: string; }; answer: { source: string; } };
  format_toggle: { arguments: { mark: "bold" | "italic" | "code" | "strike" | "underline" | "highlight"; windowId?: string; }; answer: { message: string; suggestionId?: string | null; applied: boolean; } };
  block_set_type: { arguments: { type: "paragraph" | "heading" | "codeBlock" | "blockquote"; level?: number; language?: string; windowId?: string; }; answer: { message: string; applied: boolean; suggestionId?: string | null; } };
  list_toggle: { arguments: { type: "bullet" | "ordered" | "task"; windowId?: string; }; answer: { message: string; applied: boolean; suggestionId?: string | null; } };
  list_indent: { arguments: { windowId?: string; }; answer: { message: string; applied: boolean; suggestionId?: string | null; } };
  list_outdent: { arguments: { windowId?: string; }; answer: { message: string; applied: boolean; suggestionId?: string | null; } };
}

/** What a call is answered with. */
export type Envelope<Answer> =
  | { ok: true; data: Answer }
  | { ok: false; code: string; message: string; hint: string };

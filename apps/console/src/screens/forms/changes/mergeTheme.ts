/** How two sources in one look: the console's tokens, so that light and dark need no second theme. */
import { EditorView } from "@codemirror/view"
import type { Extension } from "@codemirror/state"

/** The nonce of the page, which its policy asks of every style that a script puts in. */
const nonce = (): string => {
  const meta = document.querySelector("meta[property=csp-nonce]")
  return meta instanceof HTMLMetaElement ? meta.nonce : ""
}

const frame = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "var(--surface-raised)", fontSize: "var(--text-s)" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.6" },
  ".cm-gutters": {
    backgroundColor: "var(--surface-raised)",
    color: "var(--text-quiet)",
    borderInlineEnd: "1px solid var(--border)"
  },
  "&.cm-merge-b .cm-changedLine, .cm-insertedLine": { backgroundColor: "var(--ok-surface)" },
  "&.cm-merge-b .cm-changedText, .cm-insertedLine .cm-changedText": {
    background: "none",
    color: "var(--ok)",
    fontWeight: "600"
  },
  ".cm-deletedChunk": { backgroundColor: "var(--error-surface)", color: "var(--error)", paddingInlineStart: "6px" },
  ".cm-deletedChunk .cm-deletedText": { background: "none", fontWeight: "600" },
  ".cm-deletedChunk .cm-deletedLine, .cm-deletedChunk del": { textDecoration: "none" },
  "&.cm-merge-b .cm-changedLineGutter": { background: "var(--ok)" },
  ".cm-deletedLineGutter": { background: "var(--error)" },
  ".cm-collapsedLines": {
    background: "var(--surface-sunken)",
    color: "var(--text-quiet)",
    paddingBlock: "4px"
  },
  ".cm-collapsedLines::before, .cm-collapsedLines::after": { content: "'⋯'" }
})

/** Colours, and the page's nonce for the style elements that CodeMirror makes. */
export const mergeTheme = (): Extension => [frame, EditorView.cspNonce.of(nonce())]

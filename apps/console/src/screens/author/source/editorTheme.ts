/** How source looks: the console's tokens, so that light and dark need no second theme. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language"
import { EditorView } from "@codemirror/view"
import { tags } from "@lezer/highlight"

/** The nonce of the page, which its policy asks of every style that a script puts in. */
const nonce = (): string => {
  const meta = document.querySelector("meta[property=csp-nonce]")
  return meta instanceof HTMLMetaElement ? meta.nonce : ""
}

const frame = EditorView.theme({
  "&": {
    direction: "ltr",
    color: "var(--text)",
    backgroundColor: "var(--surface-raised)",
    fontSize: "var(--text-m)",
    blockSize: "100%"
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--text)", paddingBlock: "var(--space-2)" },
  ".cm-cursor": { borderInlineStartColor: "var(--text)" },
  ".cm-gutters": {
    backgroundColor: "var(--surface-raised)",
    color: "var(--text-quiet)",
    borderInlineEnd: "1px solid var(--border)"
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--surface-hover)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--accent-surface) !important"
  },
  ".cm-specialChar": { color: "var(--warning)" },
  ".cm-matchingBracket": { backgroundColor: "var(--accent-surface)", outline: "1px solid var(--accent)" },
  ".cm-panels": { backgroundColor: "var(--surface)", color: "var(--text)", borderColor: "var(--border)" },
  ".cm-panel.cm-search": { fontSize: "var(--text-s)", padding: "var(--space-2)" },
  ".cm-panel.cm-search label": { fontSize: "var(--text-s)" },
  ".cm-textfield": {
    color: "var(--text)",
    backgroundColor: "var(--surface-raised)",
    borderColor: "var(--border-strong)",
    borderRadius: "var(--radius)",
    minBlockSize: "24px"
  },
  ".cm-button": {
    color: "var(--text)",
    backgroundImage: "none",
    backgroundColor: "var(--surface-raised)",
    borderColor: "var(--border)",
    borderRadius: "var(--radius)",
    minBlockSize: "24px"
  },
  ".cm-tooltip": {
    color: "var(--text)",
    backgroundColor: "var(--surface-raised)",
    border: "1px solid var(--border)",
    borderRadius: "var(--radius)",
    boxShadow: "var(--shadow-high)",
    fontSize: "var(--text-s)"
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-mono)", maxBlockSize: "16em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px var(--space-2)", lineHeight: "1.5" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    color: "var(--text)",
    backgroundColor: "var(--accent-surface)"
  },
  ".cm-completionDetail": { color: "var(--text-quiet)", fontStyle: "normal", fontFamily: "var(--font)" },
  ".cm-diagnostic": { fontFamily: "var(--font)", fontSize: "var(--text-s)", padding: "var(--space-2) var(--space-3)" },
  ".cm-diagnostic-error": { borderInlineStart: "3px solid var(--error)" },
  ".cm-diagnosticAction": {
    color: "var(--on-accent)",
    backgroundColor: "var(--accent)",
    borderRadius: "var(--radius)",
    padding: "3px var(--space-2)",
    minBlockSize: "24px"
  },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--error)",
    textDecorationSkipInk: "none",
    textUnderlineOffset: "3px"
  },
  ".cm-lint-marker-error": { content: "none" },
  ".cm-lint-marker-error::before": { content: "'✕'", color: "var(--error)", fontSize: "0.85em" },
  ".cm-gutter-lint": { inlineSize: "1.4em" },
  ".fw-number": { color: "var(--ok)" },
  ".fw-text": { color: "var(--warning)" },
  ".fw-name": { color: "var(--text)" },
  ".fw-function, .fw-constant": { color: "var(--accent)" },
  ".fw-operator, .fw-punctuation": { color: "var(--text-quiet)" },
  ".fw-invalid": { color: "var(--error)" },
  ".fw-value": {
    color: "var(--text-quiet)",
    fontStyle: "italic",
    paddingInlineStart: "var(--space-4)",
    userSelect: "none"
  },
  ".fw-hover": { padding: "var(--space-2) var(--space-3)", maxInlineSize: "40ch", fontFamily: "var(--font)" },
  ".fw-chain": { maxBlockSize: "40vh", overflow: "hidden" },
  ".fw-chain ul": {
    margin: "0",
    paddingInlineStart: "var(--space-3)",
    listStyle: "none",
    fontFamily: "var(--font-mono)"
  },
  ".fw-chain span, .fw-chain p": { margin: "0", color: "var(--text-quiet)" },
  ".fw-hover strong": { display: "block", fontFamily: "var(--font-mono)", fontWeight: "600", overflowWrap: "anywhere" }
})

const json = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--text-quiet)" },
  { tag: tags.string, color: "var(--text)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--ok)" },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: "var(--text-quiet)" }
])

/** Colours, and the page's nonce for the style elements that CodeMirror makes. */
export const editorTheme = () => [frame, syntaxHighlighting(json), EditorView.cspNonce.of(nonce())]

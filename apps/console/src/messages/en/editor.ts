/**
 * What CodeMirror says by itself, under its own English words: its `phrases`. `$` is what it puts in.
 * @see https://codemirror.net/examples/translate/
 */
export const editor = {
  "Control character": "Control character",
  "Selection deleted": "Selection deleted",
  "Fold line": "Fold line",
  "Unfold line": "Unfold line",
  "folded code": "folded code",
  "Folded lines": "Folded lines",
  "Unfolded lines": "Unfolded lines",
  to: "to",
  unfold: "unfold",
  Find: "Find",
  Replace: "Replace",
  next: "next",
  previous: "previous",
  all: "all",
  "match case": "match case",
  "by word": "by word",
  regexp: "regexp",
  replace: "replace",
  "replace all": "replace all",
  close: "close",
  "current match": "current match",
  "replaced $ matches": "replaced $ matches",
  "replaced match on line $": "replaced match on line $",
  "on line": "on line",
  "Go to line": "Go to line",
  go: "go",
  Completions: "Completions",
  Diagnostics: "Diagnostics",
  "No diagnostics": "No diagnostics",
  "$ unchanged lines": "$ unchanged lines"
}

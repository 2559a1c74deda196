/** Colours of expressions inside JSON, from the rules' own tokens, for what is in view. */
import { syntaxTree } from "@codemirror/language"
import { type EditorState, type Range, RangeSet } from "@codemirror/state"
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view"
import { type SourceToken, tokens, tokensInBraces, type TokenKind } from "@formwork/rules/tokens"
import { sourceOffset } from "../document/units.ts"
import { isExpressionMember } from "./expressionMembers.ts"

export interface Coloured {
  readonly kind: TokenKind
  readonly from: number
  readonly to: number
}

/**
 * The tokens of an expression at their places in the source.
 * @param literal the text with its quotes and escapes, as it stands in the source.
 * @param start its place in the source.
 */
export const colouredTokens = (literal: string, start: number): ReadonlyArray<Coloured> => {
  let decoded: unknown
  try {
    decoded = JSON.parse(literal)
  } catch {
    return [] // An escape that is being typed.
  }
  if (typeof decoded !== "string") return []
  return tokens(decoded).flatMap(({ kind, range }) =>
    kind === "space"
      ? []
      : [
          {
            kind,
            from: start + sourceOffset(literal, 0, range.start),
            to: start + sourceOffset(literal, 0, range.end)
          }
        ]
  )
}

const marks: { readonly [K in TokenKind]: Decoration } = {
  number: Decoration.mark({ class: "fw-number" }),
  text: Decoration.mark({ class: "fw-text" }),
  name: Decoration.mark({ class: "fw-name" }),
  function: Decoration.mark({ class: "fw-function" }),
  constant: Decoration.mark({ class: "fw-constant" }),
  operator: Decoration.mark({ class: "fw-operator" }),
  punctuation: Decoration.mark({ class: "fw-punctuation" }),
  space: Decoration.mark({}),
  invalid: Decoration.mark({ class: "fw-invalid" })
}

/** The places of the texts that are expressions, quotes included; by the editor's tree of JSON, which is there for a broken text too. */
const expressionsIn = (state: EditorState, from: number, to: number): ReadonlyArray<{ from: number; to: number }> => {
  const found: Array<{ from: number; to: number }> = []
  syntaxTree(state).iterate({
    from,
    to,
    enter: ({ name, node }) => {
      if (name !== "Property") return
      const [key, value] = [node.firstChild, node.lastChild]
      if (key === null || value?.name !== "String") return
      if (isExpressionMember(state.sliceDoc(key.from + 1, key.to - 1))) found.push({ from: value.from, to: value.to })
    }
  })
  return found
}

const marked = (tokensFound: ReadonlyArray<Coloured>): ReadonlyArray<Range<Decoration>> =>
  tokensFound.flatMap(({ from, kind, to }) => (to > from ? [marks[kind].range(from, to)] : []))

const decorated = ({ state, visibleRanges }: EditorView): DecorationSet =>
  RangeSet.of(
    visibleRanges.flatMap(({ from, to }) =>
      expressionsIn(state, from, to).flatMap((one) =>
        marked(colouredTokens(state.sliceDoc(one.from, one.to), one.from))
      )
    ),
    true
  )

/** In the source of a definition. */
export const expressionColours = ViewPlugin.define(
  (view) => ({
    decorations: decorated(view),
    update({ docChanged, startState, state, view: now, viewportChanged }: ViewUpdate) {
      if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
        this.decorations = decorated(now)
    }
  }),
  { decorations: (plugin) => plugin.decorations }
)

const colours = (tokensOf: (source: string) => ReadonlyArray<SourceToken>) => {
  const whole = ({ state }: EditorView): DecorationSet =>
    RangeSet.of(
      marked(tokensOf(state.doc.toString()).map(({ kind, range }) => ({ kind, from: range.start, to: range.end }))),
      true
    )
  return ViewPlugin.define(
    (view) => ({
      decorations: whole(view),
      update({ docChanged, view: now }: ViewUpdate) {
        if (docChanged) this.decorations = whole(now)
      }
    }),
    { decorations: (plugin) => plugin.decorations }
  )
}

/** In an editor of one expression. */
export const plainExpressionColours = colours(tokens)

/** In an editor of a message or a template: what stands in its braces. */
export const templateColours = colours(tokensInBraces)

/** What each rule gave, at the end of the line on which it ends. */
import { type EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state"
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view"
import type { TraceEntry } from "@formwork/rules/Evaluation"
import { readingField } from "../document/draftState.ts"
import { nodeAt } from "../document/nodes.ts"
import { valueText } from "./valueText.ts"

class ValueWidget extends WidgetType {
  readonly #text: string

  constructor(text: string) {
    super()
    this.#text = text
  }

  override eq(other: ValueWidget): boolean {
    return other.#text === this.#text
  }

  override toDOM(): HTMLElement {
    const dom = document.createElement("span")
    dom.className = "fw-value"
    // It repeats the trace, and would be read in the middle of the source.
    dom.setAttribute("aria-hidden", "true")
    dom.textContent = `= ${this.#text}`
    return dom
  }

  override ignoreEvent(): boolean {
    return true
  }
}

/** The values of a rule of rows stand beside each other, one for each row. */
export const valuesByRule = (trace: ReadonlyArray<TraceEntry>, missing: string): ReadonlyMap<string, string> => {
  const values = new Map<string, string>()
  for (const { gave, pointer } of trace) {
    const before = values.get(pointer)
    const text = valueText(gave, missing)
    values.set(pointer, before === undefined ? text : valueText(`${before} · ${text}`, missing))
  }
  return values
}

const showValues = StateEffect.define<DecorationSet>()

const decorationsOf = (state: EditorState, values: ReadonlyMap<string, string>): DecorationSet => {
  const { broken, good } = state.field(readingField)
  if (good === undefined || broken !== undefined) return Decoration.none
  const lines = new Map<number, string>()
  for (const [pointer, text] of values) {
    const node = nodeAt(good.tree, pointer)
    if (node === undefined) continue
    const { to } = state.doc.lineAt(node.offset + node.length)
    const before = lines.get(to)
    lines.set(to, before === undefined ? text : `${before} · ${text}`)
  }
  return Decoration.set(
    [...lines].map(([to, text]) => Decoration.widget({ widget: new ValueWidget(text), side: 1 }).range(to)),
    true
  )
}

export const ruleValues = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, transaction) => {
    const shown = transaction.effects.findLast((effect) => effect.is(showValues))
    return shown?.is(showValues) === true ? shown.value : before.map(transaction.changes)
  },
  provide: (field) => EditorView.decorations.from(field)
})

/**
 * Shows the values of an evaluation of the text as it is now: for a transaction that changes nothing else.
 * @returns undefined where they are shown already.
 */
export const setRuleValues = (
  state: EditorState,
  values: ReadonlyMap<string, string>
): StateEffect<unknown> | undefined => {
  const decorations = decorationsOf(state, values)
  return RangeSet.eq([state.field(ruleValues)], [decorations]) ? undefined : showValues.of(decorations)
}

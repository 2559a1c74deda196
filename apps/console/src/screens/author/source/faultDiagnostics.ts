/** Faults as an editor's diagnostics: at their characters, with a button that puts in the near word. */
import type { Action, Diagnostic } from "@codemirror/lint"
import type { Fault } from "@formwork/rules/Fault"
import type { Draft } from "../document/Draft.ts"
import type { Broken } from "../document/parseText.ts"
import { placeOf } from "../document/placeOf.ts"
import type { TextChange } from "../document/TextChange.ts"
import { nearWordOf, proposedIn } from "./nearWord.ts"

export interface DiagnosticWords {
  /** What the editor says by itself. */
  readonly editor: Record<string, string>
  /** “What would be right: …” */
  readonly expected: (given: { readonly expected: string }) => string
  readonly putIn: (given: { readonly word: string }) => string
  readonly broken: (given: Pick<Broken, "reason" | "line">) => string
}

const puttingIn = (word: string, change: TextChange, words: DiagnosticWords): Action => ({
  name: words.putIn({ word }),
  apply: (view) => view.dispatch({ changes: change, userEvent: "input" })
})

const sentence = ({ expected, message }: Fault, words: DiagnosticWords): string =>
  expected === undefined || message.includes(expected) ? message : `${message} ${words.expected({ expected })}`

/** Of faults in one expression, which is all of the text. */
export const textDiagnostics = (
  text: string,
  faults: ReadonlyArray<Fault>,
  words: DiagnosticWords
): ReadonlyArray<Diagnostic> =>
  faults.map((fault) => {
    const from = Math.min(fault.range?.start ?? 0, text.length)
    const to = Math.min(fault.range?.end ?? text.length, text.length)
    const word = proposedIn(fault)
    return {
      from,
      to,
      severity: "error",
      message: sentence(fault, words),
      ...(word === undefined || fault.range === undefined
        ? {}
        : { actions: [puttingIn(word, { from, to, insert: word }, words)] })
    }
  })

/**
 * @param faults of the draft's text.
 * @returns in the order of the source. While the text is not JSON only that is shown: faults are of another text.
 */
export const faultDiagnostics = (
  { broken, good, text }: Draft,
  faults: ReadonlyArray<Fault>,
  words: DiagnosticWords
): ReadonlyArray<Diagnostic> => {
  if (broken !== undefined) {
    const from = Math.min(broken.offset, text.length)
    return [{ from, to: Math.min(text.length, from + 1), severity: "error", message: words.broken(broken) }]
  }
  if (good === undefined) return []
  const { tree } = good
  return faults
    .map((fault): Diagnostic => {
      const near = nearWordOf(text, tree, fault)
      return {
        ...placeOf(text, tree, fault),
        severity: "error",
        message: sentence(fault, words),
        ...(near === undefined ? {} : { actions: [puttingIn(near.word, near.change, words)] })
      }
    })
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
}

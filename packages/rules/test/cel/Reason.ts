/** Why this language differs from CEL: a short list, and for each reason the rule that decides which tests it explains. */
import type { CelTest } from "./CelTest.ts"
import type { Outcome } from "./Outcome.ts"
import type { Token } from "./Token.ts"

/** What a rule may look at: the test, its words, and what came out here. */
export interface Facts {
  readonly test: CelTest
  readonly tokens: ReadonlyArray<Token>
  readonly outcome: Outcome
}

export interface Reason {
  readonly id: string
  readonly title: string
  /** One or two sentences for the manual. */
  readonly because: string
  /** Whether it explains the result. The first rule that does, in their order, is the reason. */
  readonly explains: (facts: Facts) => boolean
}

/** Whether the expression has one of these words or symbols. */
export const has = ({ tokens }: Facts, ...written: ReadonlyArray<string>): boolean =>
  tokens.some((token) => token.token !== "text" && written.includes(token.written))

/** Names that are called, as functions or as methods. */
export const called = ({ tokens }: Facts): ReadonlyArray<string> =>
  tokens.filter(({ token }, at) => token === "name" && tokens[at + 1]?.written === "(").map(({ written }) => written)

/** The kinds of value, in CEL's words, that the test declares, binds or expects. */
export const kindsOf = ({ test }: Facts): ReadonlyArray<string> => [
  ...test.declared.flatMap((type) => Object.keys(type).map((kind) => kind.replace("Type", ""))),
  ...[...test.bindings.values()].flatMap((bound) => Object.keys(bound).map((kind) => kind.replace("Value", ""))),
  ...(test.expected.is === "other" ? [test.expected.kind] : [])
]

export const refused = ({ outcome }: Facts): boolean => outcome.is === "refused"

export const missing = ({ outcome }: Facts): boolean => outcome.is === "value" && outcome.value === null

/** CEL has an error where this language has none, or refuses the form at publish. */
export const failsThere = ({ test }: Facts): boolean => test.expected.is === "error"

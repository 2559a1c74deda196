/** The run: every test of CEL's conformance data, and what becomes of it here. */
import { type CelTest, celTests } from "./CelTest.ts"
import { inputsOf } from "./inputs.ts"
import { type Kind, type Outcome, outcome } from "./Outcome.ts"
import { reasonFor } from "./reasons.ts"
import { respell } from "./respell.ts"
import { tokens } from "./Token.ts"

export interface Row {
  readonly suite: string
  readonly section: string
  readonly name: string
  readonly expression: string
  /** `respelled`: it passes in this language's spelling, which `written` shows. */
  readonly status: "passes" | "respelled" | "differs" | "fails"
  /** What was run here. */
  readonly written: string
  /** Id of the reason why it differs. */
  readonly reason?: string
  /** What CEL gives, and what came out here. */
  readonly expected: CelTest["expected"]
  readonly outcome: Outcome
}

/** The expected kind first; what CEL has no kind for is tried as each. */
const kindsOf = ({ expected }: CelTest): ReadonlyArray<Kind> => {
  const all: ReadonlyArray<Kind> = ["boolean", "text", "number"]
  const [first] = all.filter((kind) => kind === expected.is)
  return first === undefined ? all : [first, ...all.filter((kind) => kind !== first)]
}

const agrees = ({ checkOnly, expected }: CelTest, found: Outcome): boolean => {
  if (found.is !== "value") return false
  if (expected.is === "null") return found.value === null
  if (expected.is === "error" || expected.is === "other") return false
  return found.kind === expected.is && (checkOnly || found.value === expected.value)
}

const rowOf = (test: CelTest): Row => {
  const { expected, expression, name, section, suite } = test
  const row = { suite, section, name, expression, expected }
  const inputs = inputsOf(test)
  const asWritten = outcome(expression, kindsOf(test), inputs)
  if (agrees(test, asWritten)) return { ...row, status: "passes", written: expression, outcome: asWritten }
  const respelled = respell(expression, inputs)
  const found = outcome(respelled.expression, kindsOf(test), respelled)
  const run = { ...row, written: respelled.expression, outcome: found }
  if (agrees(test, found)) return { ...run, status: "respelled" }
  const reason = reasonFor({ test, tokens: tokens(expression), outcome: found })
  return reason === undefined ? { ...run, status: "fails" } : { ...run, status: "differs", reason: reason.id }
}

export const conformance = (): ReadonlyArray<Row> => celTests.map(rowOf)

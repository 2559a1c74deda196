/** The grammar beside CEL's: cel-go's own trees, as `@bufbuild/cel-spec` prints them, for every expression of its test data. */
import { tests as checking } from "@bufbuild/cel-spec/testdata/checking.js"
import { tests as comprehension } from "@bufbuild/cel-spec/testdata/comprehension.js"
import { tests as conformance } from "@bufbuild/cel-spec/testdata/conformance.js"
import { tests as parsing } from "@bufbuild/cel-spec/testdata/parsing.js"
import * as Result from "effect/Result"
import { defaultLimits } from "../../src/Limits.ts"
import { parse } from "../../src/language/parse.ts"
import { type Outcome, outcome } from "./Outcome.ts"
import { type Shape, shapeOf, shapeOfPrinted } from "./shape.ts"

interface Sample {
  readonly original: { readonly expr: string }
  /** The tree; absent where cel-go cannot parse it, and says why. */
  readonly ast?: string
  readonly error?: string
}

interface Suite {
  readonly suites?: ReadonlyArray<Suite>
  readonly tests?: ReadonlyArray<Sample>
}

const samplesOf = (suite: Suite): ReadonlyArray<Sample> => [
  ...(suite.tests ?? []),
  ...(suite.suites ?? []).flatMap(samplesOf)
]

interface Trees {
  readonly expression: string
  readonly here: Shape
  readonly there: Shape
}

export interface SyntaxRun {
  readonly expressions: number
  /** Where both parse. */
  readonly trees: ReadonlyArray<Trees>
  /** Where CEL does not parse, and what this language makes of it. But for cel-go's bounds: 32 parentheses are no fault here. */
  readonly refused: ReadonlyArray<{ readonly expression: string; readonly outcome: Outcome }>
}

const treesOf = ({ ast, original: { expr } }: Sample): ReadonlyArray<Trees> => {
  const parsed = parse(expr, defaultLimits)
  if (ast === undefined || Result.isFailure(parsed)) return []
  return [{ expression: expr, here: shapeOf(parsed.success), there: shapeOfPrinted(ast) }]
}

export const syntax = (): SyntaxRun => {
  const samples = [conformance, parsing, checking, comprehension].flatMap(samplesOf)
  return {
    expressions: samples.length,
    trees: samples.flatMap(treesOf),
    refused: samples
      .filter(({ ast, error = "" }) => ast === undefined && !error.includes("recursion"))
      .map(({ original: { expr } }) => ({
        expression: expr,
        outcome: outcome(expr, ["boolean", "text", "number"], { fields: [], data: {} })
      }))
  }
}

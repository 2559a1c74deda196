/** The parts of an expression as the checker sees them. */
import * as Result from "effect/Result"
import { start } from "../check/expressions/infer.ts"
import type { Operand } from "../check/expressions/Inference.ts"
import type { RowBinding, Scope } from "../check/expressions/Scope.ts"
import { parse } from "../language/parse.ts"
import type { Syntax } from "../language/Syntax.ts"
import type { Limits } from "../Limits.ts"
import { CheckBudget, within } from "../values/CheckBudget.ts"

interface Part {
  readonly syntax: Syntax
  /** Undefined where the part has a fault. */
  readonly found: Operand | undefined
  /** The row that a list function is at. */
  readonly bound: RowBinding | undefined
}

export interface Parts {
  readonly whole: Syntax
  /** Each part that the checker came to, the inner ones first. What stands after a fault may be missing. */
  readonly parts: ReadonlyMap<Syntax, Part>
}

/** Checks an expression and keeps what each part of it is. Undefined where it cannot be parsed. */
export const partsOf = (source: string, scope: Scope, limits: Limits): Parts | undefined => {
  const parsed = parse(source, limits, scope.groups)
  if (Result.isFailure(parsed)) return undefined
  const parts = new Map<Syntax, Part>()
  within(new CheckBudget(limits.patterns), () =>
    start(source, scope, limits, (syntax, found, bound) => {
      // A division is first what it is, and then a fault if it stands alone.
      if (parts.get(syntax)?.found === undefined) parts.set(syntax, { syntax, found, bound })
    }).infer(parsed.success)
  )
  return { whole: parsed.success, parts }
}

/** The parts of which a part is made. */
export const inside = (syntax: Syntax): ReadonlyArray<Syntax> => {
  switch (syntax.syntax) {
    case "call":
      return syntax.args
    case "list":
      return syntax.items
    case "member":
      return [syntax.of]
    case "unary":
      return [syntax.operand]
    case "binary":
      return [syntax.left, syntax.right]
    case "conditional":
      return [syntax.condition, syntax.whenTrue, syntax.whenFalse]
    default:
      return []
  }
}

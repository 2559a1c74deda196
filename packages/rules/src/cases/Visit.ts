/** Which parts of a rule an evaluation comes to: the rule is walked again over the values that the evaluation left. */
import { optionRows } from "../check/expressions/rows.ts"
import type { RowBinding } from "../check/expressions/Scope.ts"
import { isTypedRatio, type Typed } from "../check/expressions/Inference.ts"
import { inside, type Parts } from "../authoring/parts.ts"
import type { Range } from "../Fault.ts"
import type { CallSyntax, ConditionalSyntax, MemberSyntax, Syntax } from "../language/Syntax.ts"
import { compiler, valueRun } from "../run/closures/backEnd.ts"
import type { Frame, Run } from "../run/closures/Frame.ts"
import { rowRun } from "../run/closures/lookups.ts"
import type { Table } from "../tables/Table.ts"
import type { Lookup, RowsTree, ValueTree } from "../tree/Tree.ts"

export type Visit = (frame: Frame) => void

/** What a walk tells: a branch is registered once, and reached by evaluations. */
export interface Listener {
  readonly branch: (range: Range) => () => void
  readonly table: (table: Table) => (row: number) => void
}

const nothing: Visit = () => undefined

const isValue = (tree: Typed["tree"]): tree is ValueTree =>
  tree.kind !== "rows" && tree.kind !== "values" && tree.kind !== "file"

class Walk {
  readonly #parts: Parts
  readonly #listener: Listener

  constructor(parts: Parts, listener: Listener) {
    this.#parts = parts
    this.#listener = listener
  }

  of(syntax: Syntax): Visit {
    switch (syntax.syntax) {
      case "conditional":
        return this.#conditional(syntax)
      case "binary":
        if (syntax.operator === "&&" || syntax.operator === "||")
          return this.#inTurn([syntax.left, syntax.right], (value) => value === (syntax.operator === "||"))
        return this.#all(syntax)
      case "call":
        return this.#call(syntax)
      case "member":
        return this.#finding(syntax)
      default:
        return this.#all(syntax)
    }
  }

  #typed(syntax: Syntax | undefined): Typed | undefined {
    const found = syntax && this.#parts.parts.get(syntax)?.found
    return found === undefined || isTypedRatio(found) ? undefined : found
  }

  #rows(syntax: Syntax | undefined): RowsTree | undefined {
    const found = this.#typed(syntax)
    return found?.tree.kind === "rows" ? found.tree : found && optionRows(found)
  }

  #lookup(syntax: CallSyntax | MemberSyntax): Lookup | undefined {
    const found = this.#parts.parts.get(syntax)?.found
    if (found === undefined) return undefined
    if (isTypedRatio(found)) return found.ratio.kind === "interpolated" ? found.ratio.lookup : undefined
    const { tree } = found
    return "node" in tree && tree.node === "lookup" ? tree : undefined
  }

  #bound(syntax: Syntax | undefined): RowBinding | undefined {
    return syntax && this.#parts.parts.get(syntax)?.bound
  }

  #run(syntax: Syntax): Run<unknown> {
    const tree = this.#typed(syntax)?.tree
    return tree === undefined || !isValue(tree) ? () => null : valueRun(tree)
  }

  #all(syntax: Syntax): Visit {
    const visits = inside(syntax)
      .map((part) => this.of(part))
      .filter((visit) => visit !== nothing)
    return visits.length === 0
      ? nothing
      : (frame) => {
          for (const visit of visits) visit(frame)
        }
  }

  /** Each part, up to the one whose value decides. */
  #inTurn(parts: ReadonlyArray<Syntax>, decides: (value: unknown) => boolean): Visit {
    const steps = parts.map((part) => ({ visit: this.of(part), run: this.#run(part) }))
    return (frame) => {
      for (const { run, visit } of steps) {
        visit(frame)
        if (decides(run(frame))) return
      }
    }
  }

  #conditional({ condition, whenFalse, whenTrue }: ConditionalSyntax): Visit {
    const [before, holds] = [this.of(condition), this.#run(condition)]
    const side = (syntax: Syntax) => ({ reach: this.#listener.branch(syntax.range), visit: this.of(syntax) })
    const [yes, no] = [side(whenTrue), side(whenFalse)]
    return (frame) => {
      before(frame)
      const value = holds(frame)
      if (value === null) return
      const { reach, visit } = value === true ? yes : no
      reach()
      visit(frame)
    }
  }

  #call(call: CallSyntax): Visit {
    const [first, , body] = call.args
    const rows = this.#rows(first)
    if (first !== undefined && body !== undefined && rows !== undefined && this.#bound(body) !== undefined) {
      const [before, rowsOf, visit] = [this.of(first), compiler.rows(rows), this.of(body)]
      return (frame) => {
        before(frame)
        for (const row of rowsOf(frame)) {
          frame.each = row
          visit(frame)
        }
      }
    }
    if (call.name === "coalesce") return this.#inTurn(call.args, (value) => value !== null)
    return this.#finding(call)
  }

  /** Notes the row of an author's table that a lookup finds. */
  #finding(syntax: CallSyntax | MemberSyntax): Visit {
    const lookup = this.#lookup(syntax)
    if (lookup === undefined || lookup.table.definition.isBuiltIn === true) return this.#all(syntax)
    const [keys, row, reach] = [this.#all(syntax), rowRun(compiler, lookup), this.#listener.table(lookup.table)]
    return (frame) => {
      keys(frame)
      const found = row(frame)
      if (found !== null) reach(found)
    }
  }
}

/** A walk over one rule, and the value that the rule gives. */
export const visitOf = (parts: Parts, listener: Listener): Visit => new Walk(parts, listener).of(parts.whole)

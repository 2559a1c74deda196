/** What changed in a form's constants. What a change breaks is said at the rules that use it. */
import type { CheckedForm } from "../tree/CheckedForm.ts"
import { type Change, changed, type Pair, paired, same } from "../Comparison.ts"

const members = ["type", "value", "decimals", "currency", "description"] as const

export const compareConstants = ({ after, before }: Pair<CheckedForm>): ReadonlyArray<Change> =>
  paired(before.definition.constants, after.definition.constants, ({ name }) => name).flatMap(
    ({ after: is, before: was, name }): ReadonlyArray<Change> => {
      if (was === undefined) return [{ subject: "constant", name, change: "added", breaking: false }]
      if (is === undefined) return [{ subject: "constant", name, change: "removed", breaking: false }]
      return members.flatMap((member) =>
        same(was[member], is[member])
          ? []
          : [changed("constant", name, member, { before: was[member], after: is[member] })]
      )
    }
  )

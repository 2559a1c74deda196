/** What differs between two revisions of a submission: what was filled in, what was computed, and what the rules raised and hid. */
import type { Submission } from "@formwork/client/contract"
import { jsonObject } from "../../../../api/jsonObject.ts"
import { type ValueChange, valueChanges } from "./valueChanges.ts"

type Content = Pick<Submission, "data" | "calculatedData" | "hiddenFields" | "outcomes">

interface RevisionChanges {
  readonly filledIn: ReadonlyArray<ValueChange>
  readonly computed: ReadonlyArray<ValueChange>
  /** Names of fields, as `hiddenFields` has them. */
  readonly hidden: ReadonlyArray<string>
  readonly asked: ReadonlyArray<string>
  /** Ids of outcomes. */
  readonly raised: ReadonlyArray<string>
  readonly gone: ReadonlyArray<string>
}

const without = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> =>
  some.filter((one) => !others.includes(one))

export const revisionChanges = (before: Content, after: Content): RevisionChanges => {
  const [was, is] = [before, after].map(({ outcomes }) => [...new Set(outcomes.map(({ id }) => id))])
  return {
    filledIn: valueChanges(jsonObject(before.data), jsonObject(after.data)),
    computed: valueChanges(jsonObject(before.calculatedData), jsonObject(after.calculatedData)),
    hidden: without(after.hiddenFields, before.hiddenFields),
    asked: without(before.hiddenFields, after.hiddenFields),
    raised: without(is ?? [], was ?? []),
    gone: without(was ?? [], is ?? [])
  }
}

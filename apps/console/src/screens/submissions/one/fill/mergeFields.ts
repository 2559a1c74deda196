/** Two changes of one draft, put together field by field. */
import type { Json, JsonObject } from "@formwork/rules/Json"
import { isSame } from "../../../author/tryOut/sameJson.ts"

/** A field that both have changed, and not to the same value. Undefined where there is nothing. */
interface FieldConflict {
  readonly slug: string
  readonly mine: Json | undefined
  readonly theirs: Json | undefined
}

export interface MergedFields {
  /** With what either side changed; a field in conflict is as mine. */
  readonly merged: JsonObject
  readonly conflicts: ReadonlyArray<FieldConflict>
}

/** @param base what both began with. */
export const mergeFields = (base: JsonObject, mine: JsonObject, theirs: JsonObject): MergedFields => {
  const slugs = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
  const conflicts: Array<FieldConflict> = []
  const merged = slugs.flatMap((slug): ReadonlyArray<readonly [string, Json]> => {
    const [was, own, other] = [base[slug], mine[slug], theirs[slug]]
    const isMine = !isSame(was, own)
    if (isMine && !isSame(was, other) && !isSame(own, other)) conflicts.push({ slug, mine: own, theirs: other })
    const chosen = isMine ? own : other
    return chosen === undefined ? [] : [[slug, chosen]]
  })
  return { merged: Object.fromEntries(merged), conflicts }
}

/** @param slugs of the conflicts in which the other side's value is taken. */
export const withTheirs = ({ conflicts, merged }: MergedFields, slugs: ReadonlySet<string>): JsonObject => {
  const taken = conflicts.filter(({ slug }) => slugs.has(slug))
  const rest = Object.entries(merged).filter(([slug]) => !slugs.has(slug))
  const theirs = taken.flatMap(({ slug, theirs }) => (theirs === undefined ? [] : [[slug, theirs] as const]))
  return Object.fromEntries([...rest, ...theirs])
}

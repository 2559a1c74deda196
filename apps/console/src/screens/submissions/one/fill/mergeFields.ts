/** Two changes of one draft, put together field by field. */
import { flatOf, nested } from "@formwork/rules/groups"
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
  const [before, own, others] = [flatOf(base), flatOf(mine), flatOf(theirs)]
  const slugs = [...new Set([...Object.keys(others), ...Object.keys(own)])]
  const conflicts: Array<FieldConflict> = []
  const merged = slugs.flatMap((slug): ReadonlyArray<readonly [string, Json]> => {
    const [was, mine, theirs] = [before[slug], own[slug], others[slug]]
    const isMine = !isSame(was, mine)
    if (isMine && !isSame(was, theirs) && !isSame(mine, theirs)) conflicts.push({ slug, mine, theirs })
    const chosen = isMine ? mine : theirs
    return chosen === undefined ? [] : [[slug, chosen]]
  })
  return { merged: nested(Object.fromEntries(merged)), conflicts }
}

/** @param slugs of the conflicts in which the other side's value is taken. */
export const withTheirs = ({ conflicts, merged }: MergedFields, slugs: ReadonlySet<string>): JsonObject => {
  const taken = conflicts.filter(({ slug }) => slugs.has(slug))
  const rest = Object.entries(flatOf(merged)).filter(([slug]) => !slugs.has(slug))
  const theirs = taken.flatMap(({ slug, theirs }) => (theirs === undefined ? [] : [[slug, theirs] as const]))
  return nested(Object.fromEntries([...rest, ...theirs]))
}

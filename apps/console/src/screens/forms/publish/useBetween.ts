/** What differs between the draft that is looked at and another definition of the form. */
import { useQuery } from "@tanstack/react-query"
import { versionQuery } from "../../../api/forms.ts"
import type { Comparison } from "../definition/useComparison.ts"
import type { LookedAt } from "./usePinnedDraft.ts"

/** @param before a version's id, or an earlier revision; null: there is nothing to compare with, and no query. */
export const useBetween = (formId: string, before: string | null | LookedAt, draft: LookedAt) => {
  const versionId = typeof before === "string" ? before : ""
  const version = useQuery({ ...versionQuery(formId, versionId), enabled: versionId !== "" })
  const earlier = typeof before === "string" ? version.data : before
  const comparison = useQuery({
    queryKey: [
      "comparison",
      formId,
      versionId === "" ? `draft ${earlier && "revision" in earlier ? earlier.revision : 0}` : versionId,
      `draft ${draft.revision}`
    ],
    queryFn: async (): Promise<Comparison> => {
      const [{ compareDefinitions }, { surroundingsOf }] = await Promise.all([
        import("../definition/readDefinition.ts"),
        import("../definition/surroundings.ts")
      ])
      const sides = { before: earlier?.definition, after: draft.definition }
      const tables = await surroundingsOf([sides.before, sides.after])
      return { ...sides, compared: compareDefinitions(sides.before, sides.after, tables) }
    },
    enabled: earlier !== undefined && earlier !== null,
    staleTime: Infinity
  })
  if (before === null) return undefined
  return { data: comparison.data, error: version.error ?? comparison.error, refetch: () => void version.refetch() }
}

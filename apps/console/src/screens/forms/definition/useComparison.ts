/** What differs between two definitions of a form, found in this page by the rules' own comparison. */
import { useQuery } from "@tanstack/react-query"
import { savedDraftQuery, versionQuery } from "../../../api/forms.ts"
import type { Compared } from "./readDefinition.ts"

/** A version's id, or the draft. */
type Side = string

interface Definition {
  /** Changes with the definition. */
  readonly id: string
  readonly definition: unknown
}

const sideQuery = (formId: string, side: Side) => ({
  draft: { ...savedDraftQuery(formId), enabled: side === "draft" },
  version: { ...versionQuery(formId, side), enabled: side !== "draft" }
})

const useSide = (formId: string, side: Side) => {
  const queries = sideQuery(formId, side)
  const draft = useQuery(queries.draft)
  const version = useQuery(queries.version)
  const data: Definition | undefined =
    side === "draft"
      ? draft.data && { id: `draft ${draft.data.revision}`, definition: draft.data.definition }
      : version.data && { id: side, definition: version.data.definition }
  const { error, refetch } = side === "draft" ? draft : version
  return { data, error, refetch }
}

export interface Comparison {
  readonly before: unknown
  readonly after: unknown
  readonly compared: Compared
}

/** Two definitions and what differs, as a query's result. */
export const useComparison = (formId: string, before: Side, after: Side) => {
  const earlier = useSide(formId, before)
  const later = useSide(formId, after)
  const comparison = useQuery({
    queryKey: ["comparison", formId, earlier.data?.id, later.data?.id],
    queryFn: async (): Promise<Comparison> => {
      const [{ compareDefinitions }, { surroundingsOf }] = await Promise.all([
        import("./readDefinition.ts"),
        import("./surroundings.ts")
      ])
      const sides = { before: earlier.data?.definition, after: later.data?.definition }
      const tables = await surroundingsOf([sides.before, sides.after])
      return { ...sides, compared: compareDefinitions(sides.before, sides.after, tables) }
    },
    enabled: earlier.data !== undefined && later.data !== undefined,
    staleTime: Infinity
  })
  return {
    data: comparison.data,
    error: earlier.error ?? later.error ?? comparison.error,
    refetch: () => {
      void earlier.refetch()
      void later.refetch()
    }
  }
}

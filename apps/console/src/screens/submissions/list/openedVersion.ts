/** A form's versions, read by the rules: which fields, states and transitions they have. */
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { formQuery, versionQuery } from "../../../api/forms.ts"
import { queries } from "../../../api/queries.ts"

export interface OpenedVersion {
  readonly definition: unknown
  readonly checked: CheckedForm | undefined
}

/** A version never changes. */
export const openedVersionQuery = (formId: string, versionId: string) =>
  queryOptions({
    queryKey: ["form", formId, "version", versionId, "opened"],
    queryFn: async (): Promise<OpenedVersion> => {
      const [{ definition }, { openVersion }] = await Promise.all([
        queries.fetchQuery(versionQuery(formId, versionId)),
        import("./openVersion.ts")
      ])
      return { definition, checked: await openVersion(definition) }
    },
    staleTime: Infinity
  })

const liveQuery = (formId: string) =>
  queryOptions({
    queryKey: ["form", formId, "live opened"],
    queryFn: async (): Promise<OpenedVersion | null> => {
      const { liveVersionId } = await queries.fetchQuery(formQuery(formId))
      return liveVersionId === null ? null : queries.fetchQuery(openedVersionQuery(formId, liveVersionId))
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false
  })

/** The live version of a form; null for one that has none, and where the list is of all forms. */
export const useLiveVersion = (formId: string | undefined) =>
  useQuery(
    // Known at once, so that the list of all forms waits for nothing.
    formId === undefined ? { ...liveQuery(""), enabled: false, initialData: null } : liveQuery(formId)
  )

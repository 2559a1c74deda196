/** Every fault that keeps a draft from being published, with those that the server alone can see: secrets and addresses; and the examples that fail. */
import type { DraftCheck } from "@formwork/client/contract"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { api } from "../../../api/api.ts"
import type { LookedAt } from "./usePinnedDraft.ts"

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** One answer for both sections that show it. */
const checkQuery = (formId: string, { definition, revision }: LookedAt) =>
  queryOptions({
    queryKey: ["form", formId, "faults", revision],
    queryFn: async ({ signal }) => {
      const body = isObject(definition) ? { definition } : {}
      return (await api.drafts.check({ formId, body }, { signal })).body
    },
    refetchOnWindowFocus: false
  })

const faultsOf = ({ faults }: DraftCheck): DraftCheck["faults"] => faults

export const useFaults = (formId: string, draft: LookedAt) =>
  useQuery({ ...checkQuery(formId, draft), select: faultsOf })

export const useCheck = (formId: string, draft: LookedAt) => useQuery(checkQuery(formId, draft))

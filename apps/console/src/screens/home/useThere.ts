/** What is in the organisation, as far as the person may see it. */
import { queryOptions, useQuery } from "@tanstack/react-query"
import { api } from "../../api/api.ts"
import { keysQuery } from "../../api/keys.ts"
import { useMay } from "../../api/me.ts"
import { organisationQuery } from "../../api/organisation.ts"
import { peopleQuery } from "../../api/people.ts"
import { usageQuery } from "../../api/usage.ts"
import type { There } from "./firstSteps.ts"

/** The newest forms in use; more are on the screen of forms. */
export const newestFormsQuery = queryOptions({
  queryKey: ["forms", "newest"],
  queryFn: async ({ signal }) => (await api.forms.list({ archived: "false", limit: "100" }, { signal })).body
})

const anyEffectQuery = queryOptions({
  queryKey: ["effects", "any"],
  queryFn: async ({ signal }) => (await api.effects.list({ limit: "1" }, { signal })).body.items.length
})

/** Reads each part only while it is shown. */
export const useThere = (isShown: boolean): There => {
  const forms = useQuery({ ...newestFormsQuery, enabled: useMay("form:read") && isShown })
  const keys = useQuery({ ...keysQuery, enabled: useMay("apikey:read") && isShown })
  const usage = useQuery({ ...usageQuery, enabled: useMay("report:read") && isShown })
  const effects = useQuery({ ...anyEffectQuery, enabled: useMay("effect:read") && isShown })
  const people = useQuery({ ...peopleQuery, enabled: useMay("user:read") && isShown })
  const organisation = useQuery({ ...organisationQuery, enabled: isShown })
  return {
    forms: forms.data?.items,
    keys: keys.data,
    usage: usage.data,
    effects: effects.data,
    people: people.data?.length,
    foundedAt: organisation.data?.createdAt
  }
}

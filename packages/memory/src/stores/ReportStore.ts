/** Counts submissions, in memory. */
import { Array as Arr, DateTime, Effect, Layer } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { FormId } from "@formwork/domain/forms/Form"
import type { Submission } from "@formwork/domain/filing/Submission"
import { draft } from "@formwork/domain/filing/Submission"
import { ReportStore } from "@formwork/domain/reports/ReportStore"
import type { Overviewed, Tallied } from "@formwork/domain/reports/ReportStore"
import { bucketOf } from "@formwork/domain/reports/Tally"
import type { Tally, TalliedField } from "@formwork/domain/reports/Tally"
import type { Json } from "@formwork/rules/Json"
import { valueIn } from "@formwork/rules/groups"
import { parse, plain, toText } from "@formwork/rules/decimal"
import { reachOf } from "./reachOf.ts"
import { Tables } from "../Tables.ts"
import type { StoredFiring, Tenant } from "../Tables.ts"

const scale = 40

type Seen = Pick<Tally, "what" | "name" | "key"> & { readonly value?: bigint }

const numberOf = (json: Json): bigint | undefined => {
  const text = typeof json === "number" ? plain(json) : typeof json === "string" ? json : ""
  const value = /^-?\d{1,40}(?:\.\d{1,40})?$/u.test(text) ? parse(text, scale) : undefined
  return typeof value === "bigint" ? value : undefined
}

const chosen = ({ kind }: TalliedField, json: Json): ReadonlyArray<Json> =>
  kind === "choices" ? (Array.isArray(json) ? json : []) : [json]

const ofField = (field: TalliedField, { calculatedData, data }: Submission): ReadonlyArray<Seen> => {
  const { computed, kind, options, slug } = field
  const values = computed ? calculatedData : data
  const json = valueIn(values, slug) ?? null
  if (json === null) return []
  if (kind === "number") {
    const value = numberOf(json)
    return value === undefined ? [] : [{ what: "number", name: slug, key: bucketOf(toText(value, scale)), value }]
  }
  return chosen(field, json).map((one) => ({
    what: "choice",
    name: slug,
    key: typeof one === "object" ? null : (options.find((option) => option === String(one)) ?? null)
  }))
}

const seenIn = ({ fields, timeZone }: Tallied, submission: Submission): ReadonlyArray<Seen> => {
  const day = dayOf(submission, timeZone)
  const counted: Seen = { what: "day", name: submission.workflowState, key: day }
  if (submission.workflowState === draft) return [counted]
  const outcomes = [...new Set(submission.outcomes.map(({ id }) => id))]
  return [
    counted,
    ...outcomes.map((name): Seen => ({ what: "outcome", name, key: "" })),
    ...fields.flatMap((field) => ofField(field, submission))
  ]
}

const dayOf = ({ createdAt }: Submission, timeZone: string): string =>
  DateTime.formatIsoDate(DateTime.setZoneNamedUnsafe(createdAt, timeZone))

const tallied = (all: ReadonlyArray<Seen>): ReadonlyArray<Tally> => {
  const groups = Arr.groupBy(all, ({ key, name, what }) => JSON.stringify([what, name, key]))
  return Object.values(groups).flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const values = group.flatMap(({ value }) => (value === undefined ? [] : [value])).sort((a, b) => (a < b ? -1 : 1))
    const written = (value: bigint | undefined) => (value === undefined ? null : toText(value, scale))
    const sum = values.length === 0 ? undefined : values.reduce((total, value) => total + value, 0n)
    const { key, name, what } = first
    return [
      { what, name, key, count: group.length, sum: written(sum), min: written(values[0]), max: written(values.at(-1)) }
    ]
  })
}

/** What happened with the forms of a page, as `ReportStore.overview` says. */
const overviewOf = (tenant: Tenant, caller: Caller, { before, from, limit, mostEffects, to }: Overviewed) => {
  const reach = reachOf(tenant, caller)
  const dead = tenant.firings.filter(({ state }) => state === "dead").sort((a, b) => (a.id < b.id ? 1 : -1))
  const newest = dead.slice(0, mostEffects)
  const submissions = [...tenant.submissions.values()].map(({ submission }) => ({
    formId: submission.formId,
    day: dayOf(submission, "UTC"),
    state: submission.workflowState,
    count: 1
  }))
  const forms = [...tenant.forms.keys()]
    .filter((id) => (before === undefined || id < before) && reach.form(id))
    .sort((a, b) => (a < b ? 1 : -1))
    .slice(0, limit)
    .map((formId) => {
      const isOfForm = (one: { readonly formId: FormId; readonly day: string }) =>
        one.formId === formId && one.day >= from && one.day <= to
      const isDeadOfForm = (firing: StoredFiring) =>
        tenant.submissions.get(firing.submissionId)?.submission.formId === formId
      return {
        formId,
        calls: [...tenant.calls.values()].filter(isOfForm),
        submissions: submissions.filter(isOfForm),
        deadEffects: newest.filter(isDeadOfForm).length
      }
    })
  return { forms, hasMoreEffects: dead.length > mostEffects }
}

export const layer: Layer.Layer<ReportStore, never, Tables> = Layer.effect(
  ReportStore,
  Effect.map(Tables, ({ tenants }) =>
    ReportStore.of({
      tally: (caller, about) =>
        Effect.sync(() => {
          const { formId, from, timeZone, to } = about
          const tenant = tenants.get(caller.organisationId)
          if (tenant === undefined || !reachOf(tenant, caller).form(formId)) return []
          const those = [...tenant.submissions.values()]
            .map(({ submission }) => submission)
            .filter((submission) => {
              const day = dayOf(submission, timeZone)
              return (
                submission.formId === formId && (from === undefined || day >= from) && (to === undefined || day <= to)
              )
            })
          return tallied(those.flatMap((submission) => seenIn(about, submission)))
        }),
      countAhead: () => Effect.void,
      overview: (caller, about) =>
        Effect.sync(() => {
          const tenant = tenants.get(caller.organisationId)
          return tenant === undefined ? { forms: [], hasMoreEffects: false } : overviewOf(tenant, caller, about)
        })
    })
  )
)

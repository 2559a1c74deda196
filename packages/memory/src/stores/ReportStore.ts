/** Counts submissions, in memory. */
import { Array as Arr, DateTime, Effect, Layer } from "effect"
import type { Submission } from "@formwork/domain/filing/Submission"
import { draft } from "@formwork/domain/filing/Submission"
import { ReportStore } from "@formwork/domain/reports/ReportStore"
import type { Tallied } from "@formwork/domain/reports/ReportStore"
import { bucketOf } from "@formwork/domain/reports/Tally"
import type { Tally, TalliedField } from "@formwork/domain/reports/Tally"
import type { Json } from "@formwork/rules/Json"
import { parse, plain, toText } from "@formwork/rules/decimal"
import { reachOf } from "./reachOf.ts"
import { Tables } from "../Tables.ts"

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
  const json = Object.hasOwn(values, slug) ? (values[slug] ?? null) : null
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
      countAhead: () => Effect.void
    })
  )
)

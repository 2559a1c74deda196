/**
 * What is found out about a definition: its faults, its description, its differences, what it makes of a payload; and about a table. Plain data
 * in and out.
 */
import { DateTime, Result } from "effect"
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import { compare } from "@formwork/rules/compare"
import type { Comparison } from "@formwork/rules/Comparison"
import { compileInSlices } from "@formwork/rules/compile"
import type { Definition, Field } from "@formwork/rules/Definition"
import { resultOf } from "@formwork/rules/Evaluation"
import type { EvaluationResult, TraceEntry } from "@formwork/rules/Evaluation"
import { coveringInSlices } from "@formwork/rules/coverage"
import { useEveryPart } from "@formwork/rules/everyPart"
import { exampleInSlices } from "@formwork/rules/exampleOf"
import { findingsOf } from "@formwork/rules/Expectation"
import type { Fault } from "@formwork/rules/Fault"
import type { Json, JsonObject } from "@formwork/rules/Json"
import type { Limits } from "@formwork/rules/Limits"
import { readTableText } from "@formwork/rules/readTableText"
import { resultSchemaOf } from "@formwork/rules/resultSchemaOf"
import { schemaOf } from "@formwork/rules/schemaOf"
import { compareTables, type TableComparison } from "@formwork/rules/compareTables"
import { unknownName } from "@formwork/rules/unknownName"
import { Privilege } from "../callers/Privilege.ts"
import type { ExampleFailure } from "../callers/Refusal.ts"
import { checkDefinitionInSlices } from "./checkDefinition.ts"
import { checkPublished } from "./checkPublished.ts"
import * as Draft from "./Draft.ts"
import type { Example, ExampleCoverage } from "./Example.ts"
import { failuresWithin } from "./failuresWithin.ts"
import type { FormVersion } from "./Form.ts"
import { type Accepts, type Said, saidBy } from "./Reader.ts"
import { dateAt } from "./Today.ts"
import { type TableAnswer, type TableAsk, readTableFile } from "../tables/readTableFile.ts"
import { type KnownTables, knownTables } from "../tables/KnownTables.ts"
import { type TableTexts, tablesOf } from "../tables/TableText.ts"

type Published = Pick<FormVersion, "definition" | "id">

export interface Description {
  /** With every default filled in. */
  readonly definition: Definition
  /** JSON Schema (2020-12) of `data`. */
  readonly schema: JsonObject
  /** A payload that is valid on the day of `now`; null where none was found. */
  readonly example: JsonObject | null
  /** JSON Schema (2020-12) of an evaluation's results. */
  readonly resultSchema: JsonObject
}

/** The result of an evaluation, with the trace where one was asked for. */
export interface Evaluated extends EvaluationResult {
  readonly trace?: ReadonlyArray<TraceEntry>
}

/** Each kind of job: what it starts from, and what comes of it. */
export interface Jobs {
  /** `Draft.read`. */
  readonly draft: {
    readonly ask: { readonly definition: Json; readonly code: string | undefined }
    readonly answer: { readonly draft: Draft.Draft } | { readonly faults: ReadonlyArray<Fault> }
  }
  /** Every fault that keeps a definition from being published. */
  readonly faults: { readonly ask: { readonly definition: Json }; readonly answer: ReadonlyArray<Fault> }
  /** `now` is in milliseconds since 1970. */
  readonly description: {
    readonly ask: { readonly version: Published; readonly now: number; readonly accepts?: Accepts }
    readonly answer: Description
  }
  /** `after` is another version, or a draft that may have faults. */
  readonly comparison: {
    readonly ask: { readonly before: Published; readonly after: Published | { readonly draft: Json } }
    readonly answer: { readonly comparison: Comparison } | { readonly faults: ReadonlyArray<Fault> }
  }
  /**
   * One complete evaluation by a definition that is not published: it is checked as publishing checks it, and compiled for this payload alone.
   * Without `today` it is the date at `now`, in milliseconds since 1970, in the definition's time zone.
   */
  readonly evaluation: {
    readonly ask: {
      readonly accepts?: Accepts
      readonly definition: Json
      readonly data: JsonObject
      readonly explain: boolean
      readonly now: number
      readonly today?: string | undefined
    }
    readonly answer:
      | ({ readonly evaluated: Evaluated; readonly today: string } & Said)
      | { readonly faults: ReadonlyArray<Fault> }
  }
  /**
   * `evaluation` for each example of a form, without a trace: those whose result is not what they expect. Where the time of one job is
   * over, `ran` is less than there are examples, and the others are for another job.
   */
  readonly examples: {
    readonly ask: {
      readonly definition: Json
      readonly examples: ReadonlyArray<Example>
      readonly now: number
      /** UTF-16 units that the JSON of all differences may have: those beyond are left out. */
      readonly room: number
    }
    readonly answer:
      | { readonly failed: ReadonlyArray<ExampleFailure>; readonly ran: number; readonly room: number }
      | { readonly faults: ReadonlyArray<Fault> }
  }
  /** Which parts of the rules the payloads of a form's examples come to. */
  readonly coverage: {
    readonly ask: { readonly definition: Json; readonly examples: ReadonlyArray<Example>; readonly now: number }
    readonly answer: { readonly coverage: ExampleCoverage } | { readonly faults: ReadonlyArray<Fault> }
  }
  /** `readTableFile`. */
  readonly table: { readonly ask: TableAsk; readonly answer: TableAnswer }
  /** What two texts of a table's lines differ in, at most `mostRows` rows of each side. */
  readonly tableComparison: {
    readonly ask: { readonly beforeText: string; readonly afterText: string; readonly mostRows: number }
    readonly answer: TableComparison
  }
}

export type Kind = keyof Jobs
export type Job<K extends Kind = Kind> = {
  readonly kind: K
  readonly limits: Limits
  /** Those that the definitions name. */
  readonly tables?: TableTexts
} & Jobs[K]["ask"]
export type Answer<K extends Kind = Kind> = Jobs[K]["answer"]

type Slices<A> = Generator<undefined, A, undefined>

/** How long the search for an example may take. A search that finds one takes a few evaluations. */
const searchMillis = 200

/** Does as much of the work as there is time for. */
function* upTo<A>(millis: number, elapsedMillis: () => number, work: Slices<A>): Slices<A | undefined> {
  const until = elapsedMillis() + millis
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    if (elapsedMillis() > until) return undefined
    yield
  }
}

/** How long the examples of one job may take before the others are left to the next. An analysis is ended after some seconds more. */
const examplesMillis = 4_000

/** @returns how many entries there was time for: at least one. */
function* eachInTime<A>(
  entries: ReadonlyArray<A>,
  elapsedMillis: () => number,
  see: (entry: A) => void
): Slices<number> {
  const until = elapsedMillis() + examplesMillis
  for (const [index, entry] of entries.entries()) {
    if (index > 0 && elapsedMillis() > until) return index
    see(entry)
    yield
  }
  return entries.length
}

const faultsOf = (checked: Result.Result<CheckedForm, ReadonlyArray<Fault>>): ReadonlyArray<Fault> =>
  Result.isFailure(checked) ? checked.failure : []

function* known({ published, texts }: TableTexts = { texts: [] }): Slices<KnownTables> {
  return knownTables(yield* tablesOf(texts), published)
}

/** Options of a table that a description lists. */
const MOST_LISTED = 1_000

const withoutManyOptions = <F extends Field>(field: F): F => {
  if ("fields" in field) return { ...field, fields: field.fields.map(withoutManyOptions) }
  return "optionsFrom" in field && field.options.length > MOST_LISTED ? { ...field, options: [] } : field
}

/** A description names tables of the organisation, and has neither their rows nor very many options of a choice. */
const withoutRows = (definition: Definition): Definition => ({
  ...definition,
  fields: definition.fields.map(withoutManyOptions),
  tables: definition.tables.map((table) => (table.origin === undefined ? table : { ...table, rows: [] }))
})

const jobs: { readonly [K in Kind]: (job: Job<K>, elapsedMillis: () => number) => Slices<Answer<K>> } = {
  *draft({ code, definition, limits, tables }) {
    const read = Draft.read(
      definition,
      code,
      faultsOf(yield* checkDefinitionInSlices(definition, limits, yield* known(tables)))
    )
    return Result.isSuccess(read) ? { draft: read.success } : { faults: read.failure }
  },
  *faults({ definition, limits, tables }) {
    return faultsOf(yield* checkDefinitionInSlices(definition, limits, yield* known(tables)))
  },
  *description({ accepts, limits, now, tables, version }, elapsedMillis) {
    const checked = yield* checkPublished(version, limits, yield* known(tables), accepts)
    const zoned = DateTime.setZoneNamedUnsafe(DateTime.makeUnsafe(now), checked.definition.timeZone)
    const schema = schemaOf(checked)
    yield
    const resultSchema = resultSchemaOf(checked)
    yield
    const search = exampleInSlices(checked, DateTime.formatIsoDate(zoned))
    const example = yield* upTo(searchMillis, elapsedMillis, search)
    return { definition: withoutRows(checked.definition), schema, example: example ?? null, resultSchema }
  },
  *comparison({ after, before, limits, tables }) {
    const all = yield* known(tables)
    const was = yield* checkPublished(before, limits, all)
    if (!("draft" in after)) return { comparison: compare(was, yield* checkPublished(after, limits, all)) }
    const is = yield* checkDefinitionInSlices(after.draft, limits, all)
    return Result.isSuccess(is) ? { comparison: compare(was, is.success) } : { faults: is.failure }
  },
  *evaluation({ accepts, data, definition, explain, limits, now, tables, today: given }) {
    const checked = yield* checkDefinitionInSlices(definition, limits, yield* known(tables), accepts)
    if (Result.isFailure(checked)) return { faults: checked.failure }
    const form = yield* compileInSlices(checked.success)
    yield
    const today = given ?? dateAt(now, form.definition.timeZone)
    const options = { today, draft: false }
    if (!explain) return saidBy(form, { evaluated: resultOf(form.evaluate(data, options)), today })
    const explained = yield* form.explainInSlices(data, options)
    return saidBy(form, { evaluated: { ...resultOf(explained), trace: explained.trace }, today })
  },
  *examples({ definition, examples, limits, now, room, tables }, elapsedMillis) {
    const checked = yield* checkDefinitionInSlices(definition, limits, yield* known(tables))
    if (Result.isFailure(checked)) return { faults: checked.failure }
    const form = yield* compileInSlices(checked.success)
    const { fields, outcomes } = checked.success.definition
    const failures = failuresWithin(room)
    const ran = yield* eachInTime(examples, elapsedMillis, ({ data, expect, name, today }) => {
      const result = form.evaluate(data, { today: today ?? dateAt(now, form.definition.timeZone), draft: false })
      const unmet = findingsOf(expect, result, { fields, data })
        .filter(({ isMet }) => !isMet)
        .map((finding) => {
          const message = unknownName(finding, { fields, outcomes })
          return message === undefined ? finding : { ...finding, message }
        })
      if (unmet.length > 0) failures.add(name, unmet)
    })
    return { ...failures.made(), ran }
  },
  *coverage({ definition, examples, limits, now, tables }, elapsedMillis) {
    // It may be the first job of its thread.
    useEveryPart()
    const covering = yield* coveringInSlices(definition, limits, {
      privileges: Privilege.literals,
      ...(yield* known(tables))
    })
    if (Result.isFailure(covering)) return { faults: covering.failure }
    const { coverage, run, timeZone } = covering.success
    const ran = yield* eachInTime(examples, elapsedMillis, ({ data, today }) =>
      run(data, today ?? dateAt(now, timeZone))
    )
    return { coverage: { ...coverage(), ran } }
  },
  table: (job) => readTableFile(job),
  *tableComparison({ afterText, beforeText, mostRows }) {
    const [before, after] = [
      yield* readTableText(beforeText, Infinity, true),
      yield* readTableText(afterText, Infinity, true)
    ]
    const broken = (): Error => new Error("a table that was stored has faults")
    return compareTables(Result.getOrThrowWith(before, broken), Result.getOrThrowWith(after, broken), mostRows)
  }
}

/**
 * Does a job, in slices.
 * @param elapsedMillis a clock that never goes back, for what is bounded by time.
 */
export const analyse = <K extends Kind>(job: Job<K>, elapsedMillis: () => number): Slices<Answer<K>> =>
  jobs[job.kind](job, elapsedMillis)

/** Filings that keys of one organisation sent at the same time, in one statement and one commit: the function formwork.file_together. */
import { DateTime, Effect, Schema } from "effect"
import type { Context } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import * as KeyLimits from "@formwork/domain/callers/KeyLimits"
import { rowsAs } from "../database/TenantDatabase.ts"
import type { Database } from "../database/TenantDatabase.ts"
import { isUndone, noConflict } from "../database/SqlFailure.ts"
import type { WrittenFiling } from "./WrittenFiling.ts"

/** Whether a filing may share a statement: one by a key that reaches every form. A node runs no statement that stores several. */
export const isShared = ({ isDistributed }: Database, { credential, limits }: Caller): boolean =>
  !isDistributed && credential.kind === "api_key" && KeyLimits.reach(limits) === undefined

const FiledRow = Schema.Struct({
  place: Schema.Int,
  referenceNumber: Schema.NullOr(Schema.String),
  createdAt: Schema.Date
})

/** Whether a row is as the driver gives it. */
const isPlain = (row: unknown): row is typeof FiledRow.Type =>
  typeof row === "object" &&
  row !== null &&
  "place" in row &&
  typeof row.place === "number" &&
  "referenceNumber" in row &&
  (row.referenceNumber === null || typeof row.referenceNumber === "string") &&
  "createdAt" in row &&
  row.createdAt instanceof Date

const filed = rowsAs(FiledRow, isPlain)

export interface FiledTogether {
  readonly status: "filed"
  readonly referenceNumber: string
  readonly createdAt: DateTime.Utc
}

/** The text of an array of Postgres. The names of fields have no character that it writes otherwise than JSON does. */
const arrayText = (names: ReadonlyArray<string>): string => `{${names.map((name) => JSON.stringify(name)).join(",")}}`

/** No array of a statement may have nulls alone, because its type could not be told. */
const orEmpty = <A>(values: ReadonlyArray<A | null | undefined>): ReadonlyArray<A | null> =>
  values.every((value) => value === null || value === undefined) ? [] : values.map((value) => value ?? null)

/**
 * Files all of one organisation. Other answers than `FiledTogether`: the filing was not stored. `again`: another transaction holds the
 * counter of its form; undefined: it is to be filed by itself.
 * @param questions of one organisation.
 */
export const ask =
  (database: Database) =>
  (questions: ReadonlyArray<WrittenFiling>): Effect.Effect<ReadonlyArray<FiledTogether | "again" | undefined>> => {
    const [first] = questions
    if (first === undefined) return Effect.succeed([])
    const submissions = questions.map(({ filing }) => filing.submission)
    const references = questions.map(({ filing }) => filing.reference)
    const firings = questions.flatMap(({ contents, filing }, place) =>
      filing.firings.map((firing, index) => ({ ...firing, place: place + 1, text: contents[index] ?? null }))
    )
    const statement = database.call("write", first.caller, (sql, organisation) =>
      sql`
          select place, reference_number as "referenceNumber", created_at as "createdAt"
            from formwork.file_together(
              ${organisation}, ${questions.map(({ caller }) => caller.userId)}::uuid[],
              ${questions.map(({ caller }) => caller.credential.id)}::uuid[],
              ${orEmpty(questions.map(({ request }) => request.requestId))}::text[],
              ${orEmpty(questions.map(({ request }) => request.address))}::text[],
              ${submissions.map(({ id }) => id)}::uuid[], ${submissions.map(({ formId }) => formId)}::uuid[],
              ${submissions.map(({ formVersionId }) => formVersionId)}::uuid[],
              ${submissions.map(({ workflowState }) => workflowState)}::text[],
              ${questions.map(({ data }) => data)}::text[],
              ${questions.map(({ calculatedData }) => calculatedData)}::text[],
              ${submissions.map(({ hiddenFields }) => arrayText(hiddenFields))}::text[],
              ${questions.map(({ outcomes }) => outcomes)}::text[],
              ${references.map(({ prefix }) => prefix)}::text[], ${references.map(({ suffix }) => suffix)}::text[],
              ${orEmpty(references.map(({ sequenceWidth }) => sequenceWidth))}::integer[],
              ${orEmpty(questions.map(({ filing }) => filing.idempotency?.key))}::text[],
              ${orEmpty(questions.map(({ filing }) => filing.idempotency?.bodyHash))}::bytea[],
              ${firings.map(({ place }) => place)}::integer[], ${firings.map(({ id }) => id)}::uuid[],
              ${firings.map(({ effectId }) => effectId)}::text[], ${firings.map(({ kind }) => kind)}::text[],
              ${firings.map(({ on }) => on)}::text[], ${orEmpty(firings.map(({ text }) => text))}::text[])`.pipe(
        // Nothing was stored, for one of them: by itself, each gets its own answer.
        Effect.catch((error) => (isUndone(error) ? Effect.succeed([]) : Effect.fail(error)))
      )
    )
    // A statement that requests share is a span of the first of them that is in a trace.
    const trace = questions.find(({ request }) => request.trace !== undefined)?.request.trace
    return (
      trace === undefined
        ? statement
        : Effect.updateContext(statement, (given: Context.Context<never>) => trace.within(given))
    ).pipe(
      filed,
      noConflict,
      Effect.map((found) => {
        const placed: Array<FiledTogether | "again" | undefined> = questions.map(() => undefined)
        for (const { createdAt, place, referenceNumber } of found) {
          placed[place - 1] =
            referenceNumber === null
              ? "again"
              : { status: "filed", referenceNumber, createdAt: DateTime.fromDateUnsafe(createdAt) }
        }
        return placed
      })
    )
  }

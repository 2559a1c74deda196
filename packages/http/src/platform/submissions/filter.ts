/** The query parameters that select submissions: the same for a list and for an export. */
import { DateTime, Effect, Schema } from "effect"
import type { SubmissionQuery } from "@formwork/domain/filing/SubmissionQuery"
import { FormId, FormVersionId } from "@formwork/domain/forms/Form"
import type { RequestInvalid } from "@formwork/domain/callers/Refusal"
import { GivenTimestamp } from "../../endpoint/Timestamp.ts"
import * as Query from "../../endpoint/Query.ts"

const pattern = (regex: RegExp, expected: string) => Schema.String.check(Schema.isPattern(regex, { expected }))

export const parameters = {
  form: Query.optional("Those of this form.", FormId),
  state: Query.optional(
    "Submissions in this state: `draft`, or a state of the form's workflow.",
    pattern(/^[a-z][a-z0-9_]{0,62}$/u, "a state, such as draft or in_review")
  ),
  createdFrom: Query.optional("Submissions created at this time or later (RFC 3339).", GivenTimestamp),
  createdBefore: Query.optional("Submissions created before this time (RFC 3339).", GivenTimestamp),
  reference: Query.optional(
    "The submission with this reference number; with `*` at its end, those whose reference number begins so.",
    pattern(/^[A-Za-z0-9 _./-]{1,200}\*?$/u, "a reference number, or the beginning of one and a *")
  ),
  filed: Query.optional("`true`: those that were filed; `false`: drafts.", Query.truth),
  outcome: Query.optional(
    "Submissions with this outcome, by its id.",
    pattern(/^[a-z][A-Za-z0-9_-]{0,62}$/u, "the id of an outcome")
  ),
  text: Query.optional(
    "Submissions with this text in a value, without regard to case: 1 to 200 characters.",
    pattern(/^[^\0\p{Cs}]{1,200}$/u, "1 to 200 characters")
  ),
  where: Query.optional(
    "Submissions for which this condition is true. It is in the rule language, over the fields of `form`, which is then required: up to 4000 characters.",
    pattern(/^[^\0\p{Cs}]{1,4000}$/su, "a condition of 1 to 4000 characters")
  ),
  version: Query.optional(
    "The version of `form` whose fields `where` uses; the default is the live version.",
    FormVersionId
  )
}

type Filter = Schema.Struct.Type<typeof parameters>

/**
 * Refuses: `RequestInvalid` where a parameter depends on another that is not given.
 * @param hasColumns whether `version` also decides the columns.
 */
export const queryOf = Effect.fnUntraced(function* (
  given: Filter,
  hasColumns: boolean
): Effect.fn.Return<SubmissionQuery, RequestInvalid> {
  const { createdBefore, createdFrom, filed, form, outcome, reference, state, text, version, where } = given
  if (where !== undefined && form === undefined)
    return yield* Query.invalid("form", "required", "is missing: `where` speaks of its fields")
  if (version !== undefined && where === undefined && !hasColumns)
    return yield* Query.invalid("where", "required", "is missing: `version` says whose fields it means")
  return {
    ...(form === undefined ? {} : { formId: form }),
    ...(state === undefined ? {} : { state }),
    ...(createdFrom === undefined ? {} : { createdFrom }),
    ...(createdBefore === undefined ? {} : { createdBefore }),
    ...(reference === undefined ? {} : { reference: referenceOf(reference) }),
    ...(filed === undefined ? {} : { filed: filed === "true" }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(text === undefined ? {} : { text }),
    ...(where === undefined ? {} : { where: { source: where, versionId: version } })
  }
})

const referenceOf = (given: string) => (given.endsWith("*") ? { prefix: given.slice(0, -1) } : { exact: given })

/** A name for the list: the same list has the same name, however its query is written. */
export const nameOf = ({ createdBefore, createdFrom, ...others }: Filter): string =>
  JSON.stringify([
    Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1)),
    [createdFrom, createdBefore].map((date) => date && DateTime.toEpochMillis(date))
  ])

/** What an author expects of a payload, and where an evaluation differs from it. */
import type { Definition, Field, RowField } from "../Definition.ts"
import type { EvaluationResult, ProblemCode } from "../Evaluation.ts"
import type { Json, JsonObject } from "../Json.ts"
import { isObject } from "../LongNumber.ts"
import { valueIn } from "../values/groups.ts"
import { mayHide } from "../values/mayHide.ts"
import { below } from "../values/pointer.ts"

/** A problem that is expected: where it is in the request, and its kind. Its message is a text for people, and is not compared. */
export interface ExpectedProblem {
  readonly pointer: string
  readonly code: ProblemCode
}

/** A member that is left out is not compared. */
export interface Expectation {
  readonly valid?: boolean
  /** The ids of exactly the outcomes that are raised, in any order. */
  readonly outcomes?: ReadonlyArray<string>
  /** Computed values as an evaluation answers them. Of a list its rows, each with the members that are compared. */
  readonly calculatedData?: JsonObject
  /** Whether a field is visible, by its name: `pitch`, or `drivers[1].licenceNumber`. Other fields are not compared. */
  readonly visible?: Readonly<Record<string, boolean>>
  /** Exactly the problems, in any order. */
  readonly problems?: ReadonlyArray<ExpectedProblem>
}

export const expectationMembers = ["valid", "outcomes", "calculatedData", "visible", "problems"] as const
export type ExpectationMember = (typeof expectationMembers)[number]

/** One thing that is expected, and what an evaluation gave in its place. */
export interface Finding {
  readonly member: ExpectationMember
  /** In the evaluation's answer: `/calculatedData/premium`. Of problems, where they are in the request: `/data/drivers/1/birthDate`. */
  readonly pointer: string
  /** The field, for `calculatedData` and `visible`. */
  readonly field?: string
  readonly expected: Json
  /** Null where there is no such value and no such field. Of problems their codes. */
  readonly found: Json
  readonly isMet: boolean
}

/** What an evaluation ran on. */
export interface Ran {
  readonly fields: ReadonlyArray<Field>
  readonly data: JsonObject
}

const same = (expected: Json, found: Json): boolean => JSON.stringify(expected) === JSON.stringify(found)

const own = (values: JsonObject, name: string): Json => (Object.hasOwn(values, name) ? (values[name] ?? null) : null)

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

type Place = Pick<Finding, "member" | "pointer" | "field">

const compared = (place: Place, expected: Json, found: Json): Finding => ({
  ...place,
  expected,
  found,
  isMet: same(expected, found)
})

/** Rows are compared one by one, and of each row what is named. */
const values = (place: Place, expected: Json, found: Json): ReadonlyArray<Finding> => {
  const into = (name: string | number): Place => ({ ...place, pointer: below(place.pointer, name) })
  if (isList(expected) && isList(found) && expected.length === found.length && expected.length > 0)
    return expected.flatMap((entry, index) => values(into(index), entry, found[index] ?? null))
  if (isObject(expected) && isObject(found))
    return Object.entries(expected).flatMap(([name, value]) => values(into(name), value, own(found, name)))
  return [compared(place, expected, found)]
}

const inRow = /^([^[]+)\[(\d{1,9})\]\.([^.[]+)$/

const rowFieldsOf = (field: Field | undefined): ReadonlyArray<RowField> => (field?.type === "list" ? field.fields : [])

/** Whether the payload and the form have such a field. */
const isField = ({ data, fields }: Ran, name: string): boolean => {
  const [, list, index, slug] = inRow.exec(name) ?? []
  if (list === undefined) return fields.some((field) => field.slug === name)
  const rows = valueIn(data, list) ?? null
  const ofRows = rowFieldsOf(fields.find((field) => field.slug === list))
  return isList(rows) && Number(index) < rows.length && ofRows.some((field) => field.slug === slug)
}

const visibility = (ran: Ran, hidden: ReadonlySet<string>, name: string): boolean | null => {
  if (!isField(ran, name)) return null
  const [, list = name] = inRow.exec(name) ?? []
  return !hidden.has(name) && !hidden.has(list)
}

const codesByPointer = (problems: ReadonlyArray<ExpectedProblem>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const codes = new Map<string, Array<string>>()
  for (const { code, pointer } of problems) codes.set(pointer, [...(codes.get(pointer) ?? []), code].sort())
  return codes
}

const problemFindings = (
  expected: ReadonlyArray<ExpectedProblem>,
  found: ReadonlyArray<ExpectedProblem>
): ReadonlyArray<Finding> => {
  const [wanted, got] = [codesByPointer(expected), codesByPointer(found)]
  const pointers = [...new Set([...wanted.keys(), ...got.keys()])]
  if (pointers.length === 0) return [compared({ member: "problems", pointer: "/problems" }, [], [])]
  return pointers.map((pointer) =>
    compared({ member: "problems", pointer }, wanted.get(pointer) ?? [], got.get(pointer) ?? [])
  )
}

/** Everything that is expected, in the order of the members, with what the evaluation gave. */
export const findingsOf = (expect: Expectation, result: EvaluationResult, ran: Ran): ReadonlyArray<Finding> => {
  const { calculatedData, outcomes, problems, valid, visible } = expect
  const hidden = new Set(result.hiddenFields)
  return [
    ...(valid === undefined ? [] : [compared({ member: "valid", pointer: "/valid" }, valid, result.valid)]),
    ...(outcomes === undefined
      ? []
      : [
          compared(
            { member: "outcomes", pointer: "/outcomes" },
            [...new Set(outcomes)].sort(),
            idsOf(result.outcomes).toSorted()
          )
        ]),
    ...Object.entries(calculatedData ?? {}).flatMap(([field, expected]) =>
      values(
        { member: "calculatedData", pointer: below("/calculatedData", field), field },
        expected,
        own(result.calculatedData, field)
      )
    ),
    ...Object.entries(visible ?? {}).map(([field, expected]) =>
      compared(
        { member: "visible", pointer: below("/visible", field), field },
        expected,
        visibility(ran, hidden, field)
      )
    ),
    ...(problems === undefined ? [] : problemFindings(problems, result.problems))
  ]
}

/** An outcome of rows may be raised in several of them. */
const idsOf = (outcomes: EvaluationResult["outcomes"]): ReadonlyArray<string> => [
  ...new Set(outcomes.map(({ id }) => id))
]

/** What an evaluation gives, as an expectation of it: all of it, or the members that are asked for. */
export const expectationOf = (
  { calculatedData, hiddenFields, outcomes, problems, valid }: EvaluationResult,
  { fields, sections }: Pick<Definition, "fields" | "sections">,
  members: Readonly<Partial<Record<ExpectationMember, boolean>>> = {}
): Expectation => {
  const hidden = new Set(hiddenFields)
  const mayBeHidden = fields.filter(mayHide({ sections })).map(({ slug }) => slug)
  const names = [...new Set([...mayBeHidden, ...hiddenFields])]
  return {
    ...(members.valid === false ? {} : { valid }),
    ...(members.outcomes === false ? {} : { outcomes: idsOf(outcomes) }),
    ...(members.calculatedData === false ? {} : { calculatedData }),
    ...(members.visible === false
      ? {}
      : { visible: Object.fromEntries(names.map((name) => [name, !hidden.has(name)])) }),
    ...(members.problems === false ? {} : { problems: problems.map(({ code, pointer }) => ({ pointer, code })) })
  }
}

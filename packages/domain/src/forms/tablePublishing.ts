/** Publishing a table of an organisation, and the forms that are to get its new version. */
import { Effect, Option, Result } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { Json } from "@formwork/rules/Json"
import { tableReferences, withVersion } from "@formwork/rules/tableReferences"
import * as Caller from "../callers/Caller.ts"
import { TableInvalid, TableStale } from "../callers/Refusal.ts"
import type { ExampleFailure, ExamplesFailed } from "../callers/Refusal.ts"
import type { Analyses } from "./Analyses.ts"
import { concealedFaults } from "./concealing.ts"
import { FormVersionId } from "./Form.ts"
import type { FormId } from "./Form.ts"
import type { FormStore } from "./FormStore.ts"
import type { AddOutboundFaults } from "./outboundFaults.ts"
import { requireExamples } from "./runExamples.ts"
import { decode } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import { TableVersionId } from "../tables/Table.ts"
import type { TableName, TableVersionRecord } from "../tables/Table.ts"
import type { TableStore } from "../tables/TableStore.ts"

export interface TablePublication {
  readonly note?: string | undefined
  /** Forms whose live version gets the new version of the table, each as a version of its own. */
  readonly forms?: ReadonlyArray<FormId> | undefined
  /** Why the forms are published although some of their cases fail with the new version. */
  readonly despiteExamples?: string | undefined
}

/** What became of a form that was to get a new version of a table. */
interface UpdatedForm {
  readonly formId: FormId
  /** Null where nothing was published. */
  readonly formVersionId: FormVersionId | null
  /** Why nothing was published. */
  readonly faults: ReadonlyArray<{ readonly pointer: string; readonly message: string }>
}

export interface PublishedTable {
  readonly version: TableVersionRecord
  /** In the order in which they were named. */
  readonly forms: ReadonlyArray<UpdatedForm>
}

/** What publishing uses. */
export interface PublishingTools {
  readonly random: SecureRandom.SecureRandom["Service"]
  readonly store: TableStore["Service"]
  readonly forms: FormStore["Service"]
  readonly analyses: Analyses["Service"]
  readonly addOutbound: AddOutboundFaults
}

/** Cases that an answer tells of. */
const mostCases = 20

/** “/calculatedData/price is "4.00" in place of "3.00"”. */
const difference = ({ expected, found, pointer }: ExampleFailure["differences"][number]): string =>
  `${pointer} is ${JSON.stringify(found)} in place of ${JSON.stringify(expected)}`

/** Why a form keeps its version: a sentence for each case that would fail. Whoever may not read the form is told how many. */
const failingCases = ({ count, failed }: Pick<ExamplesFailed, "count" | "failed">): ReadonlyArray<string> => {
  const told = failed.filter(({ name }) => name !== "").slice(0, mostCases)
  const all = count === 1 ? "The only case of the form" : `${failed.length} of ${count} cases of the form`
  return [
    `${all} would fail. Publish the form itself, or give a reason in \`despiteExamples\`.`,
    ...told.map(({ differences, name }) => {
      const [first] = differences
      const more = differences.length > 1 ? `, and ${differences.length - 1} more` : ""
      return `The case “${name}” would fail${first === undefined ? "" : `: ${difference(first)}${more}`}.`
    })
  ]
}

/** What forms get, and why although cases of theirs fail. */
interface Renewal {
  readonly name: TableName
  readonly version: number
  readonly despite: string | undefined
}

const withoutRows = {
  line: 1,
  message: "The table has no rows, so every lookup in it would find nothing. Fill its draft before it is published."
}

export const tablePublishing = ({ addOutbound, analyses, forms, random, store }: PublishingTools) => {
  const passed = requireExamples(forms, analyses)
  const refused = (formId: FormId, ...messages: ReadonlyArray<string>): UpdatedForm => ({
    formId,
    formVersionId: null,
    faults: messages.map((message) => ({ pointer: "", message }))
  })

  const renew = Effect.fnUntraced(function* (
    caller: Caller.Caller,
    formId: FormId,
    { despite: reason, name, version }: Renewal
  ) {
    const live = yield* forms.findLive(caller, formId)
    if (Option.isNone(live)) return refused(formId, "There is no published form with this id.")
    const definition: Json | undefined = withVersion(live.value.definition, name, version)
    if (definition === undefined)
      return refused(formId, `The live version of this form does not name the table \`${name}\`.`)
    if (tableReferences(live.value.definition).every((one) => one.table !== name || one.version === version))
      return { formId, formVersionId: live.value.id, faults: [] }
    const own = yield* analyses.run(caller, "faults", { definition }, Effect.succeed([live.value.definition]))
    const faults = yield* addOutbound(caller, definition, own)
    if (faults.length > 0) return { formId, formVersionId: null, faults: concealedFaults(caller, faults) }
    const cases = yield* Effect.result(passed(caller, formId, definition, reason))
    if (Result.isFailure(cases))
      return cases.failure._tag === "ExamplesFailed"
        ? refused(formId, ...failingCases(cases.failure))
        : refused(formId, "There is no published form with this id.")
    const formVersionId = FormVersionId.make(yield* random.uuidV7())
    const publication = {
      repeats: live.value.id,
      replaces: live.value.id,
      note: `${name}: version ${version}`,
      despite: cases.success
    }
    const published = yield* Effect.result(forms.publish(caller, formId, formVersionId, definition, publication))
    if (Result.isSuccess(published)) return { formId, formVersionId, faults: [] }
    return refused(formId, "Somebody archived or published the form meanwhile.")
  })

  return Effect.fn("Tables.publish")(function* (
    caller: Caller.Caller,
    name: TableName,
    basis: Decoded<number>,
    given: Decoded<TablePublication>
  ) {
    yield* Caller.require(caller, "table:publish")
    const record = yield* store.record(caller, name)
    const revision = yield* decode(basis)
    const { despiteExamples: despite, forms: chosen = [], note } = yield* decode(given)
    if (chosen.length > 0) yield* Caller.require(caller, "form:publish")
    if (revision !== record.draftRevision) return yield* new TableStale({ revision: record.draftRevision })
    if (record.rows === 0) return yield* new TableInvalid({ faults: [withoutRows] })
    const [newest] = revision === record.publishedRevision ? yield* store.versions(caller, name, { limit: 1 }) : []
    const id = TableVersionId.make(yield* random.uuidV7())
    const version = newest ?? (yield* store.publish(caller, name, revision, { id, note: note ?? null }))
    const renewal = { name, version: version.number, despite }
    return { version, forms: yield* Effect.forEach(chosen, (formId) => renew(caller, formId, renewal)) }
  })
}

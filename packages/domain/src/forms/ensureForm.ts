/** Forms.ensure: a definition is live under its code, however often and by however many processes that is asked for. */
import { Effect, Equal, JsonPointer, Option } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { Json } from "@formwork/rules/Json"
import { isObject } from "@formwork/rules/LongNumber"
import { plainJson } from "@formwork/rules/plainJson"
import { pinnedAs } from "@formwork/rules/tableReferences"
import * as Caller from "../callers/Caller.ts"
import { DefinitionInvalid, FormCodeTaken, Unavailable } from "../callers/Refusal.ts"
import type { BeyondLimits, ExamplesFailed, FormArchived, PrivilegeMissing } from "../callers/Refusal.ts"
import type { Analyses } from "./Analyses.ts"
import { draftReader } from "./draftReader.ts"
import { FormId, FormVersionId } from "./Form.ts"
import type { FormRecord, FormVersion } from "./Form.ts"
import type { FormStore } from "./FormStore.ts"
import { liveDefinition } from "./liveDefinition.ts"
import type { AddOutboundFaults } from "./outboundFaults.ts"
import type { NamedTables } from "../tables/NamedTables.ts"
import { fromTheTop, inUse } from "./preconditions.ts"
import { requireExamples } from "./runExamples.ts"

/** What the acts of `Forms` need. */
export interface Tools {
  readonly random: SecureRandom.SecureRandom["Service"]
  readonly store: FormStore["Service"]
  readonly analyses: Analyses["Service"]
  readonly addOutbound: AddOutboundFaults
  readonly named: NamedTables["Service"]
}

interface EnsuredForm {
  readonly formId: FormId
  /** The version that is live. */
  readonly version: FormVersion
  /** Whether this call published it. */
  readonly published: boolean
}

/** As `Forms.ensure` says. */
export type EnsureForm = (
  caller: Caller.Caller,
  code: string,
  definition: Json
) => Effect.Effect<
  EnsuredForm,
  PrivilegeMissing | DefinitionInvalid | BeyondLimits | FormCodeTaken | FormArchived | ExamplesFailed
>

const attempts = 10

/** As a database gives it back, so that the two can be compared. */
const asJson = (given: Json): Effect.Effect<Json, DefinitionInvalid> =>
  Effect.mapError(Effect.fromResult(plainJson(given)), ({ fact, path }) => {
    const pointer = path.map((name) => `/${JsonPointer.escapeToken(String(name))}`).join("")
    return new DefinitionInvalid({ faults: [{ pointer, message: `This ${fact}.` }] })
  })

const withCode = (definition: Json, code: string): Json =>
  isObject(definition) && !Object.hasOwn(definition, "code") ? { ...definition, code } : definition

/** Forms in one page of the search for a code. */
const pageSize = 100

/** A definition as it was given, and with the versions of the tables that it names. */
interface Ensured {
  readonly code: string
  readonly title: string
  readonly definition: Json
  readonly pinned: Json
}

export const ensureForm = ({ addOutbound, analyses, named, random, store }: Tools): EnsureForm => {
  const { read } = draftReader(analyses, addOutbound)
  const passed = requireExamples(store, analyses)

  /** The filter also finds codes and titles that contain it. */
  const find = Effect.fnUntraced(function* (caller: Caller.Caller, code: string) {
    for (let before: FormId | undefined; ;) {
      const page: ReadonlyArray<FormRecord> = yield* store.list(
        caller,
        { text: code },
        { limit: pageSize, ...(before === undefined ? {} : { before }) }
      )
      const found = page.find((form) => form.code === code)
      if (found !== undefined || page.length < pageSize) return found
      before = page.at(-1)?.id
    }
  })

  const live = Effect.fnUntraced(function* (caller: Caller.Caller, id: FormId, definition: Json) {
    const version = yield* store.findLive(caller, id)
    if (Option.isNone(version)) return undefined
    const { definition: is } = version.value
    return Equal.equals(is, pinnedAs(definition, is)) ? version.value : undefined
  })

  /**
   * Publishes `definition` as the draft of the one revision that this call has written.
   * INVARIANT: of calls at once the last to write the draft publishes, because the store refuses the revisions of the others; and
   * each looks at what is live after it has written. So one of them publishes.
   */
  const publish = Effect.fnUntraced(function* (
    caller: Caller.Caller,
    { draftRevision, id }: FormRecord,
    { definition, pinned }: Ensured
  ) {
    const already = yield* live(caller, id, definition)
    if (already !== undefined) return { formId: id, version: already, published: false }
    const versionId = FormVersionId.make(yield* random.uuidV7())
    const version = yield* store.publish(caller, id, versionId, pinned, { draftRevision })
    return { formId: id, version, published: true }
  })

  const attempt = Effect.fnUntraced(function* (caller: Caller.Caller, ensured: Ensured) {
    const { code, definition, title } = ensured
    const before = yield* find(caller, code)
    if (before === undefined) {
      yield* fromTheTop(caller, null)
      const id = FormId.make(yield* random.uuidV7())
      return yield* publish(caller, yield* store.create(caller, { id, code, title, draft: definition }), ensured)
    }
    yield* inUse(before)
    const already = yield* live(caller, before.id, definition)
    if (already !== undefined) return { formId: before.id, version: already, published: false }
    yield* passed(caller, before.id, ensured.pinned, undefined)
    const draft = { revision: before.draftRevision, title, definition }
    return yield* publish(caller, yield* store.update(caller, before.id, { draft }), ensured)
  })

  return Effect.fn("Forms.ensure")(function* (caller: Caller.Caller, code: string, given: Json) {
    yield* Caller.require(caller, "form:write")
    yield* Caller.require(caller, "form:publish")
    const definition = withCode(yield* asJson(given), code)
    const published = Effect.flatMap(find(caller, code), (form) => liveDefinition(store, caller, form?.id))
    const pinned = yield* named.pin(caller, definition, published)
    const { faults, title = code } = yield* read(caller, pinned, code, published)
    if (faults.length > 0) return yield* new DefinitionInvalid({ faults })
    let taken = 0
    for (let count = 0; count < attempts; count++) {
      const ensured = yield* attempt(caller, { code, title, definition, pinned }).pipe(
        Effect.catchTag("DraftStale", () => Effect.undefined),
        // Another process has made the form; or it is out of this key's reach, and stays so.
        Effect.catchTag("FormCodeTaken", () => Effect.sync(() => void (taken += 1))),
        Effect.catchTag(["FormNotFound", "FolderUnknown"], Effect.die)
      )
      if (ensured !== undefined) return ensured
      if (taken > 1) return yield* new FormCodeTaken({ code })
    }
    return yield* Effect.die(new Unavailable({ reason: `form ${code}: its draft changed during each of ten attempts` }))
  })
}

/** Writing and publishing forms. */
import { Context, Effect, Layer, Option, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Fault } from "@formwork/rules/Fault"
import type { Json } from "@formwork/rules/Json"
import type { FolderId } from "../folders/Folder.ts"
import * as Caller from "../callers/Caller.ts"
import { FormNotFound, Unavailable } from "../callers/Refusal.ts"
import type {
  BeyondLimits,
  DefinitionInvalid,
  DraftStale,
  ExamplesFailed,
  FolderUnknown,
  FormArchived,
  FormCodeTaken,
  FormVersionNotFound,
  PrivilegeMissing,
  RequestInvalid
} from "../callers/Refusal.ts"
import { decode, decodeFor } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import { Analyses } from "./Analyses.ts"
import { concealedFaults } from "./concealing.ts"
import { current, fromTheTop } from "./preconditions.ts"
import * as Draft from "./Draft.ts"
import { liveDefinition } from "./liveDefinition.ts"
import { FormId } from "./Form.ts"
import type {
  Form,
  FormEdit,
  FormRecord,
  FormVersion,
  FormVersionId,
  FormVersionRecord,
  PublicationRequest,
  SavedForm,
  WithFaults
} from "./Form.ts"
import { FormStore } from "./FormStore.ts"
import type { FormFilter } from "./FormStore.ts"
import { draftReader } from "./draftReader.ts"
import { type EnsureForm, ensureForm, type Tools } from "./ensureForm.ts"
import { NamedTables } from "../tables/NamedTables.ts"
import { addOutboundFaults } from "./outboundFaults.ts"
import { publishing } from "./publishing.ts"

export class Forms extends Context.Service<
  Forms,
  {
    /**
     * A page, newest first.
     * @param page at most `limit` forms, older than `before`.
     * Refuses: `PrivilegeMissing` (`form:read`).
     */
    readonly list: (
      caller: Caller.Caller,
      filter: FormFilter,
      page: { readonly limit: number; readonly before?: FormId }
    ) => Effect.Effect<ReadonlyArray<FormRecord>, PrivilegeMissing>
    /** Refuses, in this order: `PrivilegeMissing` (`form:read`), `FormNotFound`. */
    readonly get: (caller: Caller.Caller, id: FormId) => Effect.Effect<FormRecord, PrivilegeMissing | FormNotFound>
    /** With its draft. Refuses as `get`. */
    readonly draft: (caller: Caller.Caller, id: FormId) => Effect.Effect<Form, PrivilegeMissing | FormNotFound>
    /** The live version. Refuses as `get`, also for a form that was never published or is archived. */
    readonly live: (caller: Caller.Caller, id: FormId) => Effect.Effect<FormVersion, PrivilegeMissing | FormNotFound>
    /**
     * Creates a form whose draft is `definition`, which may have faults. Nothing is live yet.
     * @param folderId null for the top.
     * Refuses, in this order: `PrivilegeMissing` (`form:write`), `DefinitionInvalid` with every fault where the draft
     * cannot be stored (`Draft.read`), `BeyondLimits` (at the top, with a key whose limits name forms or folders), `FolderUnknown`,
     * `FormCodeTaken`.
     */
    readonly create: (
      caller: Caller.Caller,
      definition: Json,
      folderId?: FolderId | null
    ) => Effect.Effect<
      Form & WithFaults,
      PrivilegeMissing | DefinitionInvalid | BeyondLimits | FolderUnknown | FormCodeTaken
    >
    /**
     * Replaces the draft; the new one may have faults. The live version stays.
     * @param revision the revision of the draft that the change is based on; undefined accepts any revision.
     * Refuses, in this order: `PrivilegeMissing` (`form:write`), `FormNotFound`, `RequestInvalid`, `DraftStale`, `DefinitionInvalid` with
     * every fault where one of them keeps it from being stored (also when the form's code changes: reference numbers begin with it).
     */
    readonly saveDraft: (
      caller: Caller.Caller,
      id: FormId,
      definition: Decoded<Json>,
      revision?: Decoded<number>
    ) => Effect.Effect<
      SavedForm & WithFaults,
      PrivilegeMissing | FormNotFound | RequestInvalid | DraftStale | DefinitionInvalid
    >
    /**
     * Moves a form, gives its draft another title, or both. A title is changed like any other part of the draft.
     * Refuses, in this order: `PrivilegeMissing` (`form:write`), `FormNotFound`, `RequestInvalid`, `BeyondLimits` (to the top, with
     * a key whose limits name forms or folders), `FolderUnknown`.
     */
    readonly change: (
      caller: Caller.Caller,
      id: FormId,
      change: Decoded<FormEdit>
    ) => Effect.Effect<FormRecord, PrivilegeMissing | FormNotFound | RequestInvalid | BeyondLimits | FolderUnknown>
    /** Every fault of a definition. Stores nothing. Refuses: `PrivilegeMissing` (`form:write`). */
    readonly check: (caller: Caller.Caller, definition: Json) => Effect.Effect<ReadonlyArray<Fault>, PrivilegeMissing>
    /**
     * Every fault that a form's draft would have.
     * @param definition the draft to check; undefined checks the stored one, whose faults are counted alone without `form:read`.
     * Refuses, in this order: `PrivilegeMissing` (`form:write`), `FormNotFound`, `RequestInvalid`.
     */
    readonly checkDraft: (
      caller: Caller.Caller,
      id: FormId,
      definition: Decoded<Json | undefined>
    ) => Effect.Effect<ReadonlyArray<Fault>, PrivilegeMissing | FormNotFound | RequestInvalid>
    /**
     * Makes the draft the live version.
     * @param revision the revision of the draft that the caller has seen; undefined accepts any revision.
     * @param request with `despiteExamples` it is published although cases of the form fail; the audit log has the reason.
     * Refuses, in this order: `PrivilegeMissing` (`form:publish`), `FormNotFound`, `RequestInvalid`, `FormArchived`, `DraftStale`,
     * `DefinitionInvalid` with every fault, `ExamplesFailed`.
     */
    readonly publish: (
      caller: Caller.Caller,
      id: FormId,
      revision?: Decoded<number>,
      request?: Decoded<PublicationRequest>
    ) => Effect.Effect<
      FormVersion,
      PrivilegeMissing | FormNotFound | RequestInvalid | FormArchived | DraftStale | DefinitionInvalid | ExamplesFailed
    >
    /**
     * Makes the definition of an older version the live one again, as a new version: numbers only go up. The draft
     * stays. The definition is checked against the rules and limits of today.
     * @param request as of `publish`.
     * Refuses, in this order: `PrivilegeMissing` (`form:publish`), `FormVersionNotFound`, `RequestInvalid`, `FormArchived`,
     * `DefinitionInvalid`, `ExamplesFailed`.
     */
    readonly republish: (
      caller: Caller.Caller,
      id: FormId,
      versionId: FormVersionId,
      request?: Decoded<PublicationRequest>
    ) => Effect.Effect<
      FormVersion,
      PrivilegeMissing | FormVersionNotFound | RequestInvalid | FormArchived | DefinitionInvalid | ExamplesFailed
    >
    /**
     * Publishes `definition` under `code`, unless the live version is equal to it. The form is created at the top where the code has
     * none; its draft is replaced. A program may call it at each start; of several processes at once one publishes.
     * @param definition its `code` is the same or left out; the order of its members is no difference.
     * Refuses, in this order: `PrivilegeMissing` (`form:write`, then `form:publish`), `DefinitionInvalid` with every fault,
     * `BeyondLimits` (it has to be created, by a key whose limits name forms or folders), `FormCodeTaken` (out of the key's reach), `FormArchived`,
     * `ExamplesFailed` where the form has cases that fail, with the draft as it was.
     */
    readonly ensure: EnsureForm
    /**
     * Takes a form out of use: from the next request on, no node evaluates or files with it. Submissions stay readable and go
     * on through their workflow. Archiving twice is fine. Refuses, in this order: `PrivilegeMissing` (`form:publish`), `FormNotFound`.
     */
    readonly archive: (caller: Caller.Caller, id: FormId) => Effect.Effect<FormRecord, PrivilegeMissing | FormNotFound>
    /** Brings an archived form back, with the version that was live. Unarchiving twice is fine. Refuses as `archive`. */
    readonly unarchive: (
      caller: Caller.Caller,
      id: FormId
    ) => Effect.Effect<FormRecord, PrivilegeMissing | FormNotFound>
    /**
     * A version, live or not: what a submission was filed against stays readable.
     * Refuses, in this order: `PrivilegeMissing` (`form:read`), `FormVersionNotFound`.
     */
    readonly version: (
      caller: Caller.Caller,
      id: FormId,
      versionId: FormVersionId
    ) => Effect.Effect<FormVersion, PrivilegeMissing | FormVersionNotFound>
    /**
     * A page of a form's versions, newest first.
     * @param page at most `limit` of them, with numbers below `before`.
     * Refuses, in this order: `PrivilegeMissing` (`form:read`), `FormNotFound`, `RequestInvalid`.
     */
    readonly versions: (
      caller: Caller.Caller,
      id: FormId,
      page: Decoded<{ readonly limit: number; readonly before?: number }>
    ) => Effect.Effect<ReadonlyArray<FormVersionRecord>, PrivilegeMissing | FormNotFound | RequestInvalid>
  }
>()("@formwork/domain/forms/Forms") {
  static readonly layer = Layer.effect(
    Forms,
    Effect.gen(function* () {
      const tools: Tools = {
        random: yield* SecureRandom.SecureRandom,
        store: yield* FormStore,
        analyses: yield* Analyses,
        addOutbound: yield* addOutboundFaults,
        named: yield* NamedTables
      }
      return Forms.of({ ...reading(tools), ...writing(tools), ...publishing(tools), ensure: ensureForm(tools) })
    })
  ).pipe(Layer.provide([Analyses.layer, NamedTables.layer]))
}

type Service = Forms["Service"]

const reading = ({ store }: Tools): Pick<Service, "list" | "get" | "draft" | "live" | "version" | "versions"> => ({
  list: Effect.fn("Forms.list")(function* (caller, filter, page) {
    yield* Caller.require(caller, "form:read")
    return yield* store.list(caller, filter, page)
  }),
  get: Effect.fn("Forms.get")(function* (caller, id) {
    yield* Caller.require(caller, "form:read")
    return yield* store.record(caller, id)
  }),
  draft: Effect.fn("Forms.draft")(function* (caller, id) {
    yield* Caller.require(caller, "form:read")
    return yield* store.get(caller, id)
  }),
  live: Effect.fn("Forms.live")(function* (caller, id) {
    yield* Caller.require(caller, "form:read")
    const live = yield* store.findLive(caller, id)
    return Option.isSome(live) ? live.value : yield* new FormNotFound()
  }),
  version: Effect.fn("Forms.version")(function* (caller, id, versionId) {
    yield* Caller.require(caller, "form:read")
    return yield* store.version(caller, id, versionId)
  }),
  versions: Effect.fn("Forms.versions")(function* (caller, id, page) {
    yield* Caller.require(caller, "form:read")
    return yield* store.versions(caller, id, yield* decodeFor(page, store.record(caller, id)))
  })
})

const writing = ({
  addOutbound,
  analyses,
  random,
  store
}: Tools): Pick<Service, "create" | "saveDraft" | "change" | "check" | "checkDraft"> => {
  const { faultsOf, read } = draftReader(analyses, addOutbound)
  return {
    create: Effect.fn("Forms.create")(function* (caller, definition, folderId = null) {
      yield* Caller.require(caller, "form:write")
      const { code, faults, title = code } = yield* read(caller, definition, undefined)
      yield* fromTheTop(caller, folderId)
      const id = FormId.make(yield* random.uuidV7())
      return { ...(yield* store.create(caller, { id, code, title, draft: definition, folderId })), faults }
    }),
    saveDraft: Effect.fn("Forms.saveDraft")(function* (caller, id, given, basis) {
      yield* Caller.require(caller, "form:write")
      const before = yield* store.record(caller, id)
      const definition = yield* decode(given)
      const revision = yield* decode(basis)
      yield* current(before, revision)
      const { faults, title = before.title } = yield* read(
        caller,
        definition,
        before.code,
        liveDefinition(store, caller, id)
      )
      const draft = { revision, title, definition }
      return { ...(yield* Effect.catchTag(store.update(caller, id, { draft }), "FolderUnknown", Effect.die)), faults }
    }),
    change: Effect.fn("Forms.change")(function* (caller, id, change) {
      yield* Caller.require(caller, "form:write")
      const { folderId, title } = yield* decodeFor(change, store.record(caller, id))
      if (folderId === null) yield* Effect.andThen(store.record(caller, id), fromTheTop(caller, folderId))
      for (let attempts = 0; attempts < 10; attempts++) {
        const draft = title === undefined ? undefined : Draft.titled(yield* store.get(caller, id), title)
        const changed = yield* Effect.result(store.update(caller, id, { folderId, draft }))
        if (Result.isSuccess(changed)) return changed.success
        if (changed.failure._tag !== "DraftStale") return yield* changed.failure
      }
      return yield* Effect.die(new Unavailable({ reason: `form ${id}: its draft changed during each of ten attempts` }))
    }),
    check: Effect.fn("Forms.check")(function* (caller, definition) {
      yield* Caller.require(caller, "form:write")
      return yield* faultsOf(caller, definition, undefined)
    }),
    checkDraft: Effect.fn("Forms.checkDraft")(function* (caller, id, definition) {
      yield* Caller.require(caller, "form:write")
      const { code, draft } = yield* store.get(caller, id)
      const given = yield* decode(definition)
      const faults = yield* faultsOf(caller, given ?? draft, code, liveDefinition(store, caller, id))
      return given === undefined ? concealedFaults(caller, faults) : faults
    })
  }
}

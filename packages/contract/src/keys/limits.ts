/** Laws of a key's limits: what it reaches, from where, how often, and what it may pass on (spec/http.md §3.19). */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import type { Caller } from "@formwork/domain/callers/Caller"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { SubmissionDeletionStore } from "@formwork/domain/filing/SubmissionDeletionStore"
import { SubmissionListStore } from "@formwork/domain/filing/SubmissionListStore"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { FolderStore } from "@formwork/domain/folders/FolderStore"
import type { FormVersion } from "@formwork/domain/forms/Form"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { ImpactStore } from "@formwork/domain/impact/ImpactStore"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { ReportStore } from "@formwork/domain/reports/ReportStore"
import { DocumentArchive } from "@formwork/domain/sending/DocumentArchive"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import { FormVersionId } from "@formwork/domain/forms/Form"
import { only, refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import * as Impacts from "../impact/impacts.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

const all: ReadonlyArray<Privilege> = Privilege.literals

/** Begins with R, and is no other form's. */
const referenceOf = ({ formId }: FormVersion) => ({ prefix: `R-${formId}-`, suffix: "", sequenceWidth: 4 })

/** Files one submission with one effect. */
const file = Effect.fnUntraced(function* (caller: Caller, version: FormVersion) {
  const filed = yield* SubmissionStore.use((store) =>
    Effect.flatMap(Fixture.filing(version, { reference: referenceOf(version) }), (filing) => store.file(caller, filing))
  )
  return filed._tag === "Filed" ? filed.submission : assert.fail(filed._tag)
})

/** A live form in a folder below `folder`, one beside it, each with a submission; and what a key for `folder` is admitted as. */
const setting = Effect.gen(function* () {
  const owner = yield* Fixture.owner
  const folder = yield* Fixture.newFolder(owner)
  const below = yield* Fixture.newFolder(owner, folder.id)
  const beside = yield* Fixture.newFolder(owner)
  const inside = yield* Fixture.newForm(owner, "IN", { folderId: below.id })
  const outside = yield* Fixture.newForm(owner, "OUT", { folderId: beside.id })
  const insideVersion = yield* Fixture.publish(owner, inside)
  const outsideVersion = yield* Fixture.publish(owner, outside)
  const mine = yield* file(owner, insideVersion)
  const other = yield* file(owner, outsideVersion)
  const machine = yield* Fixture.machine(owner, all, { folders: [folder.id] })
  return { owner, folder, below, beside, inside, outside, insideVersion, outsideVersion, mine, other, ...machine }
})

export const example = (it: It): void => {
  it.effect("a key for some forms finds those, and of all others nothing", () =>
    Effect.gen(function* () {
      const forms = yield* FormStore
      const owner = yield* Fixture.owner
      const { form } = yield* Fixture.liveForm(owner, "ONE")
      const { form: other } = yield* Fixture.liveForm(owner, "TWO")
      const { caller } = yield* Fixture.machine(owner, ["form:read"], { forms: [form.id] })

      assert.strictEqual((yield* forms.get(caller, form.id)).id, form.id)
      yield* refuses(forms.get(caller, other.id), "FormNotFound")
      assert.deepStrictEqual(
        (yield* forms.list(caller, {}, { limit: 10 })).map(({ id }) => id),
        [form.id]
      )
    })
  )
}

const reach = (it: It): void => {
  it.effect("a form outside is missing from every store, and so is what belongs to it", () =>
    Effect.gen(function* () {
      const { beside, caller, folder, below, inside, insideVersion, mine, other, outside, outsideVersion, owner } =
        yield* setting
      const forms = yield* FormStore
      const folders = yield* FolderStore
      const submissions = yield* SubmissionStore
      const lists = yield* SubmissionListStore
      const firings = yield* FiringStore
      const documents = yield* DocumentArchive
      const versionId = FormVersionId.make(yield* Fixture.uuid)

      yield* refuses(forms.get(caller, outside.id), "FormNotFound")
      yield* refuses(forms.record(caller, outside.id), "FormNotFound")
      yield* refuses(forms.versions(caller, outside.id, { limit: 5 }), "FormNotFound")
      yield* refuses(forms.version(caller, outside.id, outsideVersion.id), "FormVersionNotFound")
      yield* refuses(forms.update(caller, outside.id, { folderId: folder.id }), "FormNotFound")
      yield* refuses(forms.update(caller, inside.id, { folderId: beside.id }), "FolderUnknown")
      yield* refuses(forms.publish(caller, outside.id, versionId, outside.draft), "FormNotFound")
      yield* refuses(forms.archive(caller, outside.id, true), "FormNotFound")
      assert.strictEqual((yield* forms.findLive(caller, outside.id))._tag, "None")
      assert.strictEqual((yield* forms.findLive(caller, inside.id))._tag, "Some")
      assert.strictEqual((yield* forms.version(caller, inside.id, insideVersion.id)).id, insideVersion.id)
      assert.strictEqual(only(yield* forms.list(caller, {}, { limit: 10 })).id, inside.id)

      yield* refuses(folders.get(caller, beside.id), "FolderNotFound")
      assert.deepStrictEqual((yield* folders.list(caller)).map(({ id }) => id).sort(), [folder.id, below.id].sort())

      yield* refuses(submissions.get(caller, other.id), "SubmissionNotFound")
      yield* refuses(submissions.history(caller, other.id), "SubmissionNotFound")
      yield* refuses(
        Effect.flatMap(Fixture.change(other), (change) => submissions.change(caller, change)),
        "SubmissionNotFound"
      )
      yield* refuses(file(caller, outsideVersion), "FormNotFound")
      const reason = "It was a test."
      yield* refuses(
        SubmissionDeletionStore.use((store) => store.remove(caller, other.id, reason)),
        "SubmissionNotFound"
      )
      assert.strictEqual((yield* submissions.get(caller, mine.id)).id, mine.id)
      const plenty = { limit: 10, bytes: 1_000_000 }
      assert.strictEqual(only((yield* lists.byTime(caller, {}, undefined, plenty)).items).id, mine.id)
      assert.strictEqual(
        only((yield* lists.byReference(caller, { prefix: "R-" }, undefined, plenty)).items).id,
        mine.id
      )
      assert.deepStrictEqual((yield* lists.byTime(caller, { formId: outside.id }, undefined, plenty)).items, [])

      const foreign = only(yield* firings.list(owner, { formId: outside.id }, { limit: 5 }))
      const own = only(yield* firings.list(caller, {}, { limit: 5 }))
      assert.strictEqual(own.formId, inside.id)
      yield* refuses(firings.get(caller, foreign.id), "FiringNotFound")
      yield* refuses(firings.retry(caller, foreign.id), "FiringNotFound")
      assert.strictEqual((yield* firings.get(caller, own.id)).id, own.id)
      assert.deepStrictEqual(yield* documents.list(caller, other.id), [])
      yield* refuses(documents.get(caller, other.id, foreign.id), "DocumentNotFound")

      const about = { timeZone: "Europe/London", from: undefined, to: undefined, fields: [] }
      const reports = yield* ReportStore
      assert.deepStrictEqual(yield* reports.tally(caller, { ...about, formId: outside.id }), [])
      assert.isNotEmpty(yield* reports.tally(caller, { ...about, formId: inside.id }))
    })
  )

  it.effect("a run over a form outside is missing, and one that stopped there keeps nobody from the next", () =>
    Effect.gen(function* () {
      const { caller, inside, outside, owner } = yield* setting
      const impacts = yield* ImpactStore
      const abandoned = yield* impacts.begin(owner, yield* Impacts.newRun(outside.id, { leaseMillis: 0 }))
      yield* refuses(impacts.get(caller, outside.id, abandoned.id), "ImpactRunNotFound")
      assert.deepStrictEqual(yield* impacts.submissions(caller, outside.id, { limit: 5 }), [])
      assert.strictEqual((yield* impacts.begin(caller, yield* Impacts.newRun(inside.id))).total, 1)
    })
  )

  it.effect("a form that is moved, with its folder or by itself, is reached or missing from then on", () =>
    Effect.gen(function* () {
      const { below, beside, caller, folder, inside, outside, owner, token } = yield* setting
      const forms = yield* FormStore
      const folders = yield* FolderStore
      const revision = Effect.map(
        Admissions.use((admissions) => admissions.admit(token)),
        ({ caller }) => caller.liveFormsRevision
      )
      const seen = Effect.map(forms.list(caller, {}, { limit: 10 }), (found) => found.map(({ id }) => id).sort())
      const before = yield* revision

      yield* forms.update(owner, outside.id, { folderId: folder.id })
      assert.deepStrictEqual(yield* seen, [inside.id, outside.id].sort())
      yield* folders.change(owner, below.id, { parentId: beside.id }, Fixture.folderLimits)
      assert.deepStrictEqual(yield* seen, [outside.id])
      yield* forms.update(owner, outside.id, { folderId: null })
      assert.deepStrictEqual(yield* seen, [])
      assert.strictEqual(Number(yield* revision), Number(before) + 3)
    })
  )
}

const admission = (it: It): void => {
  it.effect(
    "a key is admitted from its own addresses alone; a request from elsewhere, or from nowhere known, is not counted",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const addresses = ["203.0.113.0/24", "2001:db8::/32"]
        const { token } = yield* Fixture.newKey(owner, [], { limits: { addresses, requestsPerMinute: 100 } })
        const from = (address: string | undefined) =>
          Effect.provideService(Fixture.verdict(token), CurrentRequest, { requestId: undefined, address })
        for (const address of ["203.0.113.1", "203.0.113.255", "2001:db8:0:1::7"])
          assert.strictEqual(yield* from(address), "good", address)
        for (const address of ["203.0.112.255", "203.0.114.0", "2001:db9::1", "::ffff:cb00:7101", undefined])
          assert.strictEqual(yield* from(address), "wrong_address", String(address))
        const admitted = Admissions.use((admissions) => admissions.admit(token))
        const { budget } = yield* Effect.provideService(admitted, CurrentRequest, {
          requestId: undefined,
          address: "203.0.113.9"
        })
        assert.deepStrictEqual([budget.limit, budget.left, budget.windowSeconds], [100, 96, 60])
      })
  )

  it.effect("a key with a budget of its own spends that one, and every other key the deployment's", () =>
    Effect.gen(function* () {
      const admissions = yield* Admissions
      const owner = yield* Fixture.owner
      const { token } = yield* Fixture.newKey(owner, [], { limits: { requestsPerMinute: 2 } })
      const { token: plain } = yield* Fixture.newKey(owner, [])
      assert.deepStrictEqual((yield* admissions.admit(token)).budget, {
        limit: 2,
        windowSeconds: 60,
        left: 1,
        resetSeconds: 60
      })
      yield* admissions.admit(token)
      const refused = yield* refuses(admissions.admit(token), "RateLimited")
      assert.deepStrictEqual([refused.limit, refused.windowSeconds], [2, 60])
      assert.strictEqual((yield* admissions.admit(plain)).budget.limit, 100_000)
    })
  )

  it.effect("a caller has the limits that its key was made with, and a session has none", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const { form } = yield* Fixture.liveForm(owner)
      const limits = {
        forms: [form.id],
        folders: null,
        requestsPerMinute: 7,
        addresses: null,
        operations: ["evaluate", "forms.list"]
      }
      const { caller, key } = yield* Fixture.machine(owner, [], limits)
      assert.deepStrictEqual(caller.limits, limits)
      assert.deepInclude(key, limits)
      assert.isNull((yield* Fixture.machine(owner)).caller.limits)
      assert.isNull((yield* Fixture.signedIn(owner)).caller.limits)
    })
  )
}

const delegation = (it: It): void => {
  it.effect(
    "a key that ends makes none that ends later, and one that was replaced none that outlives its overlap",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const now = yield* DateTime.now
        const [early, end, late] = [1, 2, 3].map((hours) => DateTime.add(now, { hours }))
        if (early === undefined || end === undefined || late === undefined) return assert.fail("three times")
        const { key, token } = yield* Fixture.newKey(owner, ["apikey:write"], { expiresAt: end })
        const { caller } = yield* Admissions.use((admissions) => admissions.admit(token))
        const made = yield* Fixture.newKey(caller, [], { expiresAt: early })
        assert.strictEqual(made.key.createdByKey, key.id)
        for (const options of [{ expiresAt: late }, {}])
          assert.strictEqual((yield* refuses(Fixture.newKey(caller, [], options), "BeyondLimits")).limit, "expiresAt")
        yield* refuses(Fixture.rotate(caller, made.key.id, { expiresAt: late }), "BeyondLimits")
        yield* refuses(Fixture.rotate(caller, made.key.id, { expiresAt: null }), "BeyondLimits")

        const lasting = yield* Fixture.machine(owner, ["apikey:write"])
        yield* Fixture.rotate(owner, lasting.key.id, { overlapMillis: 3_600_000 })
        yield* refuses(Fixture.newKey(lasting.caller, []), "BeyondLimits")
        yield* Fixture.newKey(lasting.caller, [], { expiresAt: DateTime.add(now, { minutes: 30 }) })
      })
  )

  it.effect(
    "a replacement keeps the end of the key before it unless it is given another; none is for a person to give",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const expiresAt = DateTime.add(yield* DateTime.now, { hours: 2 })
        const { key } = yield* Fixture.newKey(owner, [], { expiresAt })
        const { key: kept } = yield* Fixture.rotate(owner, key.id)
        assert.deepStrictEqual(kept.expiresAt, expiresAt)
        const { caller } = yield* Fixture.machine(owner, ["apikey:write"])
        yield* refuses(Fixture.rotate(caller, kept.id, { expiresAt: null }), "BeyondLimits")
        assert.isNull((yield* Fixture.rotate(owner, kept.id, { expiresAt: null })).key.expiresAt)
      })
  )

  it.effect(
    "a key names only forms and folders that it reaches itself, and does not learn whether the others exist",
    () =>
      Effect.gen(function* () {
        const { below, beside, caller, inside, outside, owner } = yield* setting
        const missing = yield* Fixture.uuid
        for (const forms of [[outside.id], [missing], [inside.id, missing]])
          assert.strictEqual(
            (yield* refuses(Fixture.newKey(caller, [], { limits: { forms } }), "BeyondLimits")).limit,
            "forms"
          )
        for (const folders of [[beside.id], [missing]])
          yield* refuses(Fixture.newKey(caller, [], { limits: { folders } }), "BeyondLimits")
        yield* Fixture.newKey(caller, [], { limits: { forms: [inside.id], folders: [below.id] } })
        const { problems } = yield* refuses(
          Fixture.newKey(owner, [], { limits: { forms: [outside.id, missing], folders: [missing] } }),
          "RequestInvalid"
        )
        assert.deepStrictEqual(
          problems.map(({ pointer }) => pointer),
          ["/forms/1", "/folders/0"]
        )
      })
  )

  it.effect("a replacement has the limits of the key before it, and a key replaces none that goes beyond its own", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const limits = { addresses: ["203.0.113.0/24"], operations: ["evaluate"], requestsPerMinute: 60 }
      const { key } = yield* Fixture.newKey(owner, [], { limits })
      assert.deepInclude((yield* Fixture.rotate(owner, key.id)).key, limits)
      const { key: wide } = yield* Fixture.newKey(owner, [], { limits: { requestsPerMinute: 5_000 } })
      const { caller: slow } = yield* Fixture.machine(owner, ["apikey:write"], { requestsPerMinute: 60 })
      const { caller: plain } = yield* Fixture.machine(owner, ["apikey:write"])
      assert.strictEqual(
        (yield* refuses(Fixture.rotate(plain, wide.id), "PrivilegeMissing")).privilege,
        "apikey:budget"
      )
      const { key: usual } = yield* Fixture.newKey(owner, [])
      yield* refuses(Fixture.rotate(slow, usual.id), "BeyondLimits")
      yield* Fixture.rotate(owner, wide.id)
    })
  )
}

const descent = (it: It): void => {
  it.effect("revoking a key with its descendants ends every key that it led to, and no other", () =>
    Effect.gen(function* () {
      const store = yield* ApiKeyStore
      const owner = yield* Fixture.owner
      const parent = yield* Fixture.machine(owner, ["apikey:write"])
      const child = yield* Fixture.machine(parent.caller, ["apikey:write"])
      const grandchild = yield* Fixture.newKey(child.caller, [])
      const { token: renewed } = yield* Fixture.rotate(owner, grandchild.key.id)
      const bystander = yield* Fixture.newKey(owner, [])
      assert.deepStrictEqual(
        (yield* store.list(owner, { createdByKey: parent.key.id })).map(({ id }) => id),
        [child.key.id]
      )
      yield* store.revoke(owner, child.key.id, "manual")
      assert.strictEqual(yield* Fixture.verdict(renewed), "good")

      yield* store.revoke(owner, parent.key.id, "manual", true)
      for (const token of [parent.token, child.token, grandchild.token, renewed])
        assert.strictEqual(yield* Fixture.verdict(token), "revoked")
      assert.strictEqual(yield* Fixture.verdict(bystander.token), "good")
      const revoked = (yield* Fixture.log(owner)).filter(({ action }) => action === "api_key.revoked")
      assert.strictEqual(new Set(revoked.map(({ subject }) => subject)).size, revoked.length)
      assert.strictEqual(revoked.length, 3)
    })
  )

  it.effect("a key with forms or folders finds itself and its descendants, and every other key is missing", () =>
    Effect.gen(function* () {
      const { caller, key, folder, owner } = yield* setting
      const store = yield* ApiKeyStore
      const { key: child } = yield* Fixture.newKey(caller, [], { limits: { folders: [folder.id] } })
      const { key: other } = yield* Fixture.newKey(owner, [])
      assert.deepStrictEqual((yield* store.list(caller)).map(({ id }) => id).sort(), [child.id, key.id].sort())
      yield* refuses(store.get(caller, other.id), "ApiKeyNotFound")
      yield* refuses(store.revoke(caller, other.id, "manual"), "ApiKeyNotFound")
      yield* refuses(Fixture.rotate(caller, other.id), "ApiKeyNotFound")
      yield* store.revoke(caller, child.id, "manual")
    })
  )

  it.effect("an idempotency key outlives the rotations of the key that sent it", () =>
    Effect.gen(function* () {
      const store = yield* SubmissionStore
      const owner = yield* Fixture.owner
      const { version } = yield* Fixture.liveForm(owner)
      const idempotency = { key: "k", bodyHash: new Uint8Array(32).fill(5) }
      const first = yield* Fixture.machine(owner)
      const filed = yield* store.file(first.caller, yield* Fixture.filing(version, { idempotency }))
      const admit = Effect.fnUntraced(function* (id: typeof first.key.id) {
        const { key, token } = yield* Fixture.rotate(owner, id, { overlapMillis: 3_600_000 })
        return { key, caller: (yield* Admissions.use((admissions) => admissions.admit(token))).caller }
      })
      const second = yield* admit(first.key.id)
      const third = yield* admit(second.key.id)
      for (const { caller } of [second, third]) {
        const again = yield* store.file(caller, yield* Fixture.filing(version, { idempotency }))
        assert.strictEqual(again._tag, "Replayed")
        assert.deepStrictEqual(
          yield* store.replay(caller, version.formId, idempotency),
          filed._tag === "Filed" ? filed.submission : undefined
        )
      }
      const stranger = yield* Fixture.machine(owner)
      assert.isUndefined(yield* store.replay(stranger.caller, version.formId, idempotency))
    })
  )
}

export const contract = suite("limits of keys", (it) => {
  example(it)
  reach(it)
  admission(it)
  delegation(it)
  descent(it)
})

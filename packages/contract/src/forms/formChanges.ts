/** Laws of FormStore about changes of forms between publications, and about lists of forms. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import type { AuditEvent } from "@formwork/domain/audit/AuditEvent"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { FormId, FormVersionId } from "@formwork/domain/forms/Form"
import type { FormRecord } from "@formwork/domain/forms/Form"
import { FormStore } from "@formwork/domain/forms/FormStore"
import type { FormFilter } from "@formwork/domain/forms/FormStore"
import type { Caller } from "@formwork/domain/callers/Caller"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

type Line = readonly [action: string, subject: string | null, detail: string | null]

/** Sorted, because lines of one millisecond have no order. */
const sorted = (lines: ReadonlyArray<Line>) => lines.toSorted((a, b) => (a.join() < b.join() ? -1 : 1))

/** The lines added to the log since. */
const linesSince = (owner: Caller, before: ReadonlyArray<AuditEvent>) =>
  Effect.map(Fixture.log(owner), (log) => {
    const known = new Set(before.map(({ id }) => id))
    const lines = log.filter(({ id }) => !known.has(id))
    return sorted(lines.map(({ action, detail, subject }) => [action, subject, detail]))
  })

const changes = (it: It): void => {
  it.effect(
    "of drafts based on one revision one is stored, and the others are refused with the draft's new revision",
    () =>
      Effect.gen(function* () {
        const store = yield* FormStore
        const owner = yield* Fixture.owner
        const form = yield* Fixture.newForm(owner, "ENQ")
        assert.strictEqual(form.draftRevision, 1)
        const save = (revision: number | undefined, title: string) =>
          store.update(owner, form.id, { draft: { revision, title, definition: { title } } })
        assert.strictEqual((yield* save(1, "One")).draftRevision, 2)
        for (const revision of [1, 3]) {
          assert.strictEqual((yield* refuses(save(revision, "Two"), "DraftStale")).revision, 2)
        }
        assert.deepInclude(yield* store.get(owner, form.id), {
          title: "One",
          draft: { title: "One" },
          draftRevision: 2
        })
        assert.strictEqual((yield* save(undefined, "Three")).draftRevision, 3)
      })
  )

  it.effect("one call moves a form, saves its draft, does both or does neither", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const folder = yield* Fixture.newFolder(owner)
      const form = yield* Fixture.newForm(owner, "ENQ")
      const before = yield* Fixture.log(owner)
      const draft = (revision: number) => ({ revision, title: "T", definition: { a: revision } })
      const moved = yield* store.update(owner, form.id, { folderId: folder.id })
      assert.deepInclude(moved, { folderId: folder.id, draftRevision: 1, title: "Enquiry" })
      assert.deepInclude(yield* store.update(owner, form.id, { draft: draft(1) }), { folderId: folder.id, title: "T" })
      const both = { folderId: null, draft: draft(2) }
      assert.deepInclude(yield* store.update(owner, form.id, both), { folderId: null, draftRevision: 3 })
      const stale = { folderId: folder.id, draft: draft(2) }
      yield* refuses(store.update(owner, form.id, stale), "DraftStale")
      const now = yield* store.record(owner, form.id)
      assert.isNull(now.folderId)
      assert.deepStrictEqual(yield* store.update(owner, form.id, { folderId: null }), now)
      assert.deepStrictEqual(yield* store.update(owner, form.id, {}), now)
      assert.deepStrictEqual(
        yield* linesSince(owner, before),
        sorted([
          ["form.moved", form.id, folder.id],
          ["form.draft_saved", form.id, "2"],
          ["form.moved", form.id, null],
          ["form.draft_saved", form.id, "3"]
        ])
      )
    })
  )

  it.effect("publishing needs the revision of the newest draft", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const form = yield* Fixture.newForm(owner, "ENQ")
      const publish = (draftRevision: number) =>
        Effect.flatMap(Fixture.uuid, (id) =>
          store.publish(owner, form.id, FormVersionId.make(id), form.draft, { draftRevision })
        )
      assert.strictEqual((yield* refuses(publish(2), "DraftStale")).revision, 1)
      assert.deepStrictEqual(yield* store.findLive(owner, form.id), Option.none())
      assert.strictEqual((yield* publish(1)).number, 1)
    })
  )
}

const archiving = (it: It): void => {
  it.effect("an archived form is missing to callers, like an unknown one, and comes back unchanged", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const submissions = yield* SubmissionStore
      const owner = yield* Fixture.owner
      const { form, version } = yield* Fixture.liveForm(owner)
      const filed = yield* Fixture.filing(version)
      yield* submissions.file(owner, filed)
      const live = yield* store.record(owner, form.id)
      const archived = yield* store.archive(owner, form.id, true)
      assert.isNotNull(archived.archivedAt)
      assert.deepInclude(archived, { liveVersionId: null, liveVersionNumber: null })
      assert.deepStrictEqual(yield* store.findLive(owner, form.id), Option.none())
      yield* refuses(submissions.file(owner, yield* Fixture.filing(version)), "FormNotFound")
      yield* refuses(Fixture.publish(owner, form), "FormArchived")
      assert.deepStrictEqual(yield* store.version(owner, form.id, version.id), version)
      const about = { id: filed.submission.id, revision: 1 }
      const refiled = yield* submissions.change(
        owner,
        yield* Fixture.change(about, { content: Fixture.content(version) })
      )
      assert.strictEqual(refiled._tag, "Superseded")
      assert.strictEqual((yield* submissions.change(owner, yield* Fixture.change(about)))._tag, "Changed")
      const back = yield* store.archive(owner, form.id, false)
      assert.deepStrictEqual(back, { ...live, updatedAt: back.updatedAt })
      assert.deepStrictEqual(yield* store.findLive(owner, form.id), Option.some(version))
      assert.strictEqual((yield* Fixture.publish(owner, form)).number, 2)
    })
  )

  it.effect(
    "archiving a form and bringing it back each raise the revision and add a line; a second time does nothing",
    () =>
      Effect.gen(function* () {
        const store = yield* FormStore
        const admissions = yield* Admissions
        const owner = yield* Fixture.owner
        const { token } = yield* Fixture.newKey(owner, [])
        const revision = Effect.map(admissions.admit(token), ({ caller }) => caller.liveFormsRevision ?? -1)
        const { form } = yield* Fixture.liveForm(owner)
        for (const archived of [true, false]) {
          const before = yield* revision
          const lines = yield* Fixture.log(owner)
          const first = yield* store.archive(owner, form.id, archived)
          assert.deepStrictEqual(yield* store.archive(owner, form.id, archived), first)
          assert.strictEqual(yield* revision, before + 1)
          assert.deepStrictEqual(yield* linesSince(owner, lines), [
            [archived ? "form.archived" : "form.unarchived", form.id, null]
          ])
        }
        const stranger = yield* Fixture.owner
        yield* refuses(store.archive(stranger, form.id, true), "FormNotFound")
      })
  )

  it.effect("a form that was never published can be archived, and comes back without a live version", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const form = yield* Fixture.newForm(owner, "ENQ")
      yield* store.archive(owner, form.id, true)
      const back = yield* store.archive(owner, form.id, false)
      assert.deepInclude(back, { archivedAt: null, liveVersionId: null })
      assert.strictEqual((yield* Fixture.publish(owner, form)).number, 1)
    })
  )
}

/** Every page in turn, newest form first. */
const pages = Effect.fnUntraced(function* (owner: Caller, filter: FormFilter, limit: number) {
  const store = yield* FormStore
  const seen: Array<FormRecord> = []
  let before: FormId | undefined
  while (seen.length < 1_000) {
    const page = yield* store.list(owner, filter, before === undefined ? { limit } : { limit, before })
    seen.push(...page)
    before = page.at(-1)?.id
    if (page.length < limit || before === undefined) break
  }
  return seen
})

const finding = (it: It): void => {
  it.effect("a list has the forms that its filter selects, newest first, for every page size", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const folder = yield* Fixture.newFolder(owner)
      const within = yield* Fixture.newFolder(owner, folder.id)
      const titles = ["Motor", "Ärzte", "A\u0308RZTE privat", "100%_\\'", "motorcycle ENQ"]
      const ids: Array<FormId> = []
      for (const [index, title] of [...titles, ...titles, ...titles].entries()) {
        const folderId = [null, folder.id, within.id][index % 3] ?? null
        const form = yield* Fixture.newForm(owner, `ENQ${index}`, { title, folderId })
        ids.push(form.id)
        if (index % 2 === 0) yield* Fixture.publish(owner, form)
        if (index % 4 === 0) yield* store.archive(owner, form.id, true)
      }
      yield* Fixture.liveForm(yield* Fixture.owner)
      const all = yield* pages(owner, {}, 100)
      assert.deepStrictEqual(
        all.map(({ id }) => id),
        ids.toSorted().toReversed()
      )
      const { saving: _, ...record } = yield* store.record(owner, all[0]?.id ?? FormId.make(""))
      assert.deepStrictEqual(all[0], record)
      const texts = ["motor", "ÄRZTE", "a\u0308rzte P", "%", "_", "\\", "enq1", "Enq", "zzz"]
      const filters = fc.record(
        {
          folderId: fc.constantFrom(null, folder.id, within.id),
          archived: fc.boolean(),
          live: fc.boolean(),
          text: fc.constantFrom(...texts)
        },
        { requiredKeys: [] }
      )
      const plain = (text: string) => text.normalize("NFC").toLowerCase()
      for (const filter of fc.sample(filters, { numRuns: 60, seed: 3 })) {
        const { archived, folderId, live, text } = filter
        const wanted = all.filter(
          (form) =>
            (folderId === undefined || form.folderId === folderId) &&
            (archived === undefined || (form.archivedAt !== null) === archived) &&
            (live === undefined || (form.liveVersionId !== null) === live) &&
            (text === undefined || [form.title, form.code].some((one) => plain(one).includes(plain(text))))
        )
        for (const limit of [1, 4, 100])
          assert.deepStrictEqual(yield* pages(owner, filter, limit), wanted, JSON.stringify(filter))
      }
    })
  )

  it.effect("forms that change between two pages make the list neither repeat nor skip one", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const made: Array<FormRecord> = []
      for (let index = 0; index < 6; index++) made.push(yield* Fixture.newForm(owner, `F${index}`))
      const first = yield* store.list(owner, {}, { limit: 3 })
      for (const { id } of made) {
        yield* store.update(owner, id, { draft: { revision: undefined, title: "Zz", definition: {} } })
        yield* store.archive(owner, id, true)
      }
      yield* Fixture.newForm(owner, "NEW")
      const rest = yield* store.list(owner, {}, { limit: 9, before: first[2]?.id ?? FormId.make("") })
      assert.deepStrictEqual(
        [...first, ...rest].map(({ id }) => id),
        made.map(({ id }) => id).toReversed()
      )
    })
  )
}

const versions = (it: It): void => {
  it.effect("versions are listed newest first, in pages, with their publishers and which is live", () =>
    Effect.gen(function* () {
      const store = yield* FormStore
      const owner = yield* Fixture.owner
      const { operator } = yield* Fixture.person(owner, "author")
      const form = yield* Fixture.newForm(owner, "ENQ")
      assert.deepStrictEqual(yield* store.versions(owner, form.id, { limit: 5 }), [])
      for (const who of [owner, operator, owner]) yield* Fixture.publish(who, form)
      const list = yield* store.versions(owner, form.id, { limit: 2 })
      const last = yield* store.versions(owner, form.id, { limit: 2, before: 2 })
      assert.deepStrictEqual(
        [...list, ...last].map(({ isLive, number, publishedBy }) => [number, publishedBy.id, isLive]),
        [
          [3, owner.userId, true],
          [2, operator.userId, false],
          [1, owner.userId, false]
        ]
      )
      const { liveVersionId, liveVersionNumber } = yield* store.record(owner, form.id)
      assert.deepStrictEqual(
        [list[0]?.id, list[0]?.number],
        [liveVersionId ?? undefined, liveVersionNumber ?? undefined]
      )
      yield* store.archive(owner, form.id, true)
      assert.isTrue((yield* store.versions(owner, form.id, { limit: 9 })).every(({ isLive }) => !isLive))
      const stranger = yield* Fixture.owner
      yield* refuses(store.versions(stranger, form.id, { limit: 9 }), "FormNotFound")
    })
  )
}

export const contract = suite("changes of forms", (it) => {
  changes(it)
  archiving(it)
  finding(it)
  versions(it)
})

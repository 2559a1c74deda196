/** Laws of ApiKeyStore and AuditStore: who made, ended and did something, by name, and how often a key was used (spec/http.md §3.25). */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import * as Caller from "@formwork/domain/callers/Caller"
import { CredentialStore } from "@formwork/domain/credentials/CredentialStore"
import { SubmissionDeletionStore } from "@formwork/domain/filing/SubmissionDeletionStore"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { FormId } from "@formwork/domain/forms/Form"
import { keyEnd } from "@formwork/domain/keys/ApiKey"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { UserStore } from "@formwork/domain/people/UserStore"
import { UsageStore } from "@formwork/domain/usage/UsageStore"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

const user = (id: string, name: string) => ({ kind: "user" as const, id, name })
const key = (id: string, name: string) => ({ kind: "key" as const, id, name })

const keys = (it: It): void => {
  it.effect("a key names the person and the key that made it, as they are called now", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* ApiKeyStore
      const users = yield* UserStore
      const { operator } = yield* Fixture.person(owner, "admin")
      const machine = yield* Fixture.machine(operator, ["apikey:read", "apikey:write"])
      const { key: child } = yield* Fixture.newKey(machine.caller, [], { name: "Website" })
      yield* users.change(owner, operator.userId, { name: "Olive Ashworth-Bell" })
      const view = yield* store.get(owner, child.id)
      assert.deepStrictEqual(view.creator, user(operator.userId, "Olive Ashworth-Bell"))
      assert.deepStrictEqual(view.creatorKey, key(machine.key.id, "Quote engine"))
      assert.isNull(keyEnd(view))
      assert.deepStrictEqual(yield* store.list(machine.caller), yield* store.list(owner))
      assert.deepStrictEqual(
        new Map((yield* store.list(owner)).map((each) => [each.id, each.creatorKey?.id ?? null])),
        new Map([
          [machine.key.id, null],
          [child.id, machine.key.id]
        ])
      )
    })
  )
}

const ends = (it: It): void => {
  it.effect(
    "a key says why it ended: who revoked it, whose account ended, what replaced it, that it was reported",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const store = yield* ApiKeyStore
        const credentials = yield* CredentialStore
        const users = yield* UserStore
        const { operator } = yield* Fixture.person(owner, "admin")
        const endOf = (id: typeof revoked.key.id) => Effect.map(store.get(owner, id), (view) => keyEnd(view))
        const revoked = yield* Fixture.newKey(owner, [])
        yield* store.revoke(operator, revoked.key.id, "manual")
        const rotated = yield* Fixture.newKey(owner, [])
        const { key: next } = yield* Fixture.rotate(operator, rotated.key.id, { overlapMillis: 60_000, name: "Next" })
        const reported = yield* Fixture.newKey(owner, [])
        yield* credentials.endLeaked(reported.token)
        const orphan = yield* Fixture.newKey(operator, [])
        yield* users.deactivate(owner, operator.userId)
        const olive = user(operator.userId, "Olive Ashworth")
        const edith = user(owner.userId, "Edith Ashworth")
        assert.deepInclude(yield* endOf(revoked.key.id), { reason: "manual", by: olive, replacement: null })
        assert.deepInclude(yield* endOf(rotated.key.id), {
          reason: "rotated",
          by: olive,
          replacement: key(next.id, "Next")
        })
        assert.deepInclude(yield* endOf(reported.key.id), { reason: "reported", by: null, replacement: null })
        assert.deepInclude(yield* endOf(orphan.key.id), { reason: "creator_deactivated", by: edith, replacement: null })
        const expiresAt = DateTime.makeUnsafe("2099-12-31T00:00:00Z")
        const brief = yield* Fixture.newKey(owner, [], { expiresAt })
        assert.deepStrictEqual(yield* endOf(brief.key.id), {
          at: expiresAt,
          reason: "expired",
          by: null,
          replacement: null
        })
      })
  )
}

const calls = (it: It): void => {
  it.effect("a key's calls of today are those of both operations on this day, in UTC", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* ApiKeyStore
      const usage = yield* UsageStore
      const { key: used } = yield* Fixture.newKey(owner, [])
      const { key: other } = yield* Fixture.newKey(owner, [])
      const { organisationId } = owner
      const now = yield* DateTime.now
      const formId = FormId.make(yield* Fixture.uuid)
      const on = (id: string, days: number, operation: "evaluate" | "create", calls: number) => ({
        organisationId,
        credential: { kind: "api_key" as const, id },
        formId,
        operation,
        day: DateTime.formatIsoDateUtc(DateTime.add(now, { days })),
        calls
      })
      // Tomorrow has as many as today, so that it does not matter if midnight passes here.
      yield* usage.add([
        on(used.id, -1, "evaluate", 70),
        ...[0, 1].flatMap((day) => [
          on(used.id, day, "evaluate", 3),
          on(used.id, day, "create", 2),
          on(other.id, day, "create", 9)
        ])
      ])
      assert.strictEqual((yield* store.get(owner, used.id)).callsToday, 5)
      const { key: unused } = yield* Fixture.newKey(owner, [])
      const found = new Map((yield* store.list(owner)).map(({ callsToday, id }) => [id, callsToday]))
      assert.deepStrictEqual(
        [used, other, unused].map(({ id }) => found.get(id)),
        [5, 9, 0]
      )
    })
  )
}

const lines = (it: It): void => {
  it.effect("a line of the audit log names the key or the person behind it, also one whose account has ended", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const audit = yield* AuditStore
      const users = yield* UserStore
      const { operator } = yield* Fixture.person(owner, "admin")
      const machine = yield* Fixture.machine(operator, ["apikey:write"])
      const { key: made } = yield* Fixture.newKey(machine.caller, [], { name: "Website" })
      const { caller, session } = yield* Fixture.signedIn(operator)
      const { user: added } = yield* Fixture.person(caller, "viewer")
      yield* users.deactivate(owner, operator.userId)
      yield* audit.record(owner.organisationId, {
        ...Caller.ofInstallation(owner.organisationId),
        action: "organisation.suspended",
        subject: owner.organisationId,
        detail: null,
        times: 1
      })
      const olive = user(operator.userId, "Olive Ashworth")
      const firstOf = (subject: string) =>
        Effect.map(audit.list(owner, { subject }, { limit: 9, examine: 1_000 }), ({ items }) => items.at(-1))
      const suspension = Effect.map(
        audit.list(owner, { action: "organisation.suspended" }, { limit: 9, examine: 1_000 }),
        ({ items }) => items.at(-1)
      )
      assert.deepInclude(yield* firstOf(made.id), {
        by: key(machine.key.id, "Quote engine"),
        person: olive,
        about: key(made.id, "Website")
      })
      assert.deepInclude(yield* firstOf(added.id), { by: olive, person: olive, about: user(added.id, added.name) })
      assert.deepInclude(yield* firstOf(session.id), { by: olive, person: olive, about: null })
      assert.deepInclude(yield* suspension, { by: null, person: null, about: null })
    })
  )

  it.effect("it names the folder, the form or the submission that it is about, until that is gone", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const audit = yield* AuditStore
      const submissions = yield* SubmissionStore
      const folder = yield* Fixture.newFolder(owner)
      const { form, version } = yield* Fixture.liveForm(owner)
      const filed = yield* submissions.file(owner, yield* Fixture.filing(version))
      if (filed._tag !== "Filed") return assert.fail(filed._tag)
      const { items } = yield* audit.list(owner, {}, { limit: 50, examine: 50 })
      const named = new Map(items.map(({ about, subject }) => [subject, about]))
      assert.deepStrictEqual(named.get(folder.id), { kind: "folder", id: folder.id, name: folder.name })
      assert.deepStrictEqual(named.get(form.id), { kind: "form", id: form.id, name: form.title })
      const { id, referenceNumber } = filed.submission
      assert.deepStrictEqual(named.get(id), { kind: "submission", id, name: referenceNumber })
      const deletions = yield* SubmissionDeletionStore
      yield* deletions.remove(owner, id, "Asked for.")
      const { items: later } = yield* audit.list(owner, { subject: id }, { limit: 50, examine: 50 })
      assert.deepStrictEqual([...new Set(later.map(({ about }) => about))], [null])
    })
  )
}

export const contract = suite("names", (it) => {
  keys(it)
  ends(it)
  calls(it)
  lines(it)
})

/** The members of a key, a session and a line of the audit log, as they are stored and shown. */
import { assert, it } from "@effect/vitest"
import { DateTime, Result, Schema } from "effect"
import { AuditAction, AuditEvent, AuditEventId, AuditLine, AuditSubject } from "@formwork/domain/audit/AuditEvent"
import { ApiKey, ApiKeyId, ApiKeyName, ApiKeyView, KeyEnd, RevokedReason } from "@formwork/domain/keys/ApiKey"
import {
  freeAttempts,
  freeForStrangers,
  keptDays,
  knownNetworks,
  strangersWaitSeconds,
  waitSeconds
} from "@formwork/domain/people/SessionStore"
import { Invitation } from "@formwork/domain/people/Invitation"
import { Session, SessionId } from "@formwork/domain/people/Session"

const id = "01890a5d-ac96-774b-bcce-b302099a8057"
const at = "2026-01-02T03:04:05.000Z"

const key = {
  id,
  name: "Web",
  privileges: ["form:read"],
  createdBy: id,
  createdAt: at,
  expiresAt: null,
  lastUsedAt: null,
  createdByKey: null,
  forms: null,
  folders: null,
  requestsPerMinute: null,
  addresses: null,
  operations: null,
  revokedAt: null,
  revokedBy: null,
  revokedReason: null,
  replacedBy: null,
  hint: "fwk_…abcd"
}
const session = { id, userId: id, createdAt: at, expiresAt: at, lastUsedAt: null, address: null, browser: null }
const invitation = { id, userId: id, createdAt: at, expiresAt: at }
const event = {
  id,
  at,
  action: "form.created",
  userId: null,
  credential: null,
  subject: null,
  detail: null,
  times: 1,
  address: null,
  requestId: null
}

const actor = { kind: "user", id, name: "Ada" }
const view = { ...key, creator: actor, creatorKey: null, revoker: null, replacement: null, callsToday: 0 }
const end = { at, reason: "expired", by: null, replacement: null }
const subject = { kind: "form", id, name: "Claim" }
const line = { ...event, by: null, person: null, about: null }

/** Whether `schema` decodes `record`. Then it must encode it unchanged. */
const keeps = <A>(schema: Schema.Codec<A, unknown>, record: unknown): boolean => {
  const read = Schema.decodeUnknownResult(schema)(record)
  if (Result.isFailure(read)) return false
  assert.deepStrictEqual(Schema.encodeSync(schema)(read.success), record)
  return true
}

const cases: ReadonlyArray<
  readonly [name: string, is: (record: unknown) => boolean, record: object, more: ReadonlyArray<object>]
> = [
  [
    "a key",
    (record) => keeps(ApiKey, record),
    key,
    [
      { expiresAt: at, lastUsedAt: at },
      ...RevokedReason.literals.map((revokedReason) => ({ revokedAt: at, revokedBy: id, revokedReason })),
      { replacedBy: id, revokedReason: "rotated" },
      { privileges: [], createdByKey: id },
      { forms: [id], folders: [id], requestsPerMinute: 60, addresses: ["192.0.2.0/24"], operations: ["evaluate"] }
    ]
  ],
  [
    "a key in a list",
    (record) => keeps(ApiKeyView, record),
    view,
    [
      { createdByKey: id, creatorKey: { ...actor, kind: "key" } },
      { revoker: actor, replacement: actor, callsToday: 7 }
    ]
  ],
  [
    "the end of a key",
    (record) => keeps(KeyEnd, record),
    end,
    [...RevokedReason.literals.map((reason) => ({ reason, by: actor })), { replacement: actor }]
  ],
  [
    "a session",
    (record) => keeps(Session, record),
    session,
    [{ lastUsedAt: at, address: "192.0.2.1", browser: "Mozilla/5.0" }]
  ],
  ["an invitation", (record) => keeps(Invitation, record), invitation, []],
  [
    "a line of the audit log",
    (record) => keeps(AuditEvent, record),
    event,
    [
      { userId: id, credential: { kind: "api_key", id: "x" }, subject: "s", detail: "d", times: 7 },
      { address: "192.0.2.1", requestId: "r" }
    ]
  ],
  [
    "what a line of the audit log is about",
    (record) => keeps(AuditSubject, record),
    subject,
    ["user", "key", "folder", "submission"].map((kind) => ({ kind }))
  ],
  [
    "a line of the audit log as people read it",
    (record) => keeps(AuditLine, record),
    line,
    [{ by: actor, person: actor, about: subject }]
  ]
]

it("a record is decoded and encoded unchanged, and each of its members is required", () => {
  for (const [name, is, record, more] of cases) {
    for (const change of [{}, ...more]) assert.isTrue(is({ ...record, ...change }), `${name} ${JSON.stringify(change)}`)
    for (const member of Object.keys(record)) {
      const rest = Object.fromEntries(Object.entries(record).filter(([name]) => name !== member))
      assert.isFalse(is(rest), `${name} without ${member}`)
      assert.isFalse(is({ ...record, [member]: { an: "object" } }), `${name}: ${member}`)
    }
  }
  const read = Schema.decodeUnknownSync(Session)(session)
  assert.isTrue(DateTime.isDateTime(read.createdAt))
})

it("these are the reasons for ending a key, and the actions of the audit log", () => {
  assert.deepStrictEqual([...RevokedReason.literals], ["manual", "creator_deactivated", "rotated", "reported"])
  assert.deepStrictEqual(
    [...AuditAction.literals],
    [
      "organisation.created",
      "organisation.renamed",
      "organisation.suspended",
      "organisation.resumed",
      "api_key.created",
      "api_key.rotated",
      "api_key.revoked",
      "session.created",
      "session.ended",
      "user.created",
      "user.invited",
      "user.invitation_accepted",
      "user.invitation_ended",
      "user.role_changed",
      "user.renamed",
      "user.deactivated",
      "user.reactivated",
      "user.password_changed",
      "folder.created",
      "folder.renamed",
      "folder.moved",
      "folder.removed",
      "form.created",
      "form.draft_saved",
      "form.examples_saved",
      "form.moved",
      "form.published",
      "form.examples_overridden",
      "table.created",
      "table.draft_saved",
      "table.published",
      "table.removed",
      "form.archived",
      "form.unarchived",
      "file.uploaded",
      "file.removed",
      "submission.created",
      "submission.saved",
      "submission.filed",
      "submission.transitioned",
      "submission.deleted",
      "effect.retried",
      "secret.set",
      "secret.removed",
      "secret.hosts_changed",
      "sign_in.refused",
      "password.refused",
      "credential.refused",
      "privilege.refused"
    ]
  )
  assert.strictEqual(AuditAction.ast.annotations?.["identifier"], "AuditAction")
})

it("an id is a UUID of version 7", () => {
  for (const schema of [ApiKeyId, SessionId, AuditEventId]) {
    assert.isTrue(Schema.is(schema)(id))
    for (const bad of ["", "x", id.slice(1), id.replace("-7", "-4"), `${id} `])
      assert.isFalse(Schema.is(schema)(bad), bad)
  }
})

it("a key's name has 1 to 100 characters, none of them a control character", () => {
  const is = Schema.is(ApiKeyName)
  for (const good of ["x", "é 😀", "😀".repeat(100), "x".repeat(100)]) assert.isTrue(is(good), good)
  for (const bad of ["", "x".repeat(101), "x\n", "\u0000x", "x\ud800", "\ud800x"])
    assert.isFalse(is(bad), JSON.stringify(bad))
  const said = Schema.decodeUnknownResult(ApiKeyName)("")
  assert.include(Result.isFailure(said) ? String(said.failure) : "", "1 to 100 characters, none of them a control")
})

it("twelve wrong passwords are free; then the wait doubles, up to five minutes", () => {
  assert.strictEqual(freeAttempts, 12)
  const waits = Array.from({ length: 23 }, (_, failures) => waitSeconds(failures))
  assert.deepStrictEqual(waits, [...Array<number>(12).fill(0), 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
})

it("of all networks that an account does not know, a hundred wrong passwords are free; then the wait doubles in the same way", () => {
  assert.strictEqual(freeForStrangers, 100)
  const waits = [0, 99, 100, 101, 105, 108, 109, 200].map((failures) => strangersWaitSeconds(failures))
  assert.deepStrictEqual(waits, [0, 0, 1, 2, 32, 256, 300, 300])
})

it("an account knows twenty networks; ended sessions are kept for 30 days, counts of failures for one", () => {
  assert.strictEqual(knownNetworks, 20)
  assert.deepStrictEqual(keptDays, { sessions: 30, failures: 1 })
})

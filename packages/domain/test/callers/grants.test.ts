/** What each role may do, and which privileges cover another (spec/http.md §3.11 and spec/http.md §3.12). */
import { assert, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import * as Grant from "@formwork/domain/callers/Grant"
import { Privilege, sentences } from "@formwork/domain/callers/Privilege"
import * as KeyLimits from "@formwork/domain/callers/KeyLimits"
import * as Role from "@formwork/domain/callers/Role"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"

const organisationId = OrganisationId.make("01890a5d-ac96-774b-bcce-b302099a8057")
const userId = UserId.make("01890a5d-ac96-774b-bcce-b302099a8058")

/** The roles that have each privilege: o(wner), a(dmin), w(riter of forms, "author"), r(eviewer), v(iewer). */
const holders = {
  "submission:read": "oawrv",
  "submission:write": "oawr",
  "submission:delete": "oa",
  "form:read": "oawrv",
  "form:write": "oaw",
  "form:publish": "oaw",
  "table:read": "oawrv",
  "table:write": "oaw",
  "table:publish": "oaw",
  "folder:read": "oawrv",
  "folder:write": "oaw",
  "report:read": "oawrv",
  "apikey:read": "oa",
  "apikey:write": "oa",
  "apikey:budget": "o",
  "user:read": "oa",
  "user:write": "oa",
  "effect:read": "oa",
  "effect:write": "oa",
  "audit:read": "oa",
  "organisation:write": "o"
} satisfies Record<Privilege, string>

/** The privileges over keys, people, the audit log and the organisation itself (spec/http.md §3.11). */
const beyondForms: ReadonlyArray<Privilege> = [
  "apikey:read",
  "apikey:write",
  "apikey:budget",
  "user:read",
  "user:write",
  "audit:read",
  "organisation:write"
]

it("a role has exactly the privileges of the specification", () => {
  assert.deepStrictEqual([...Privilege.literals], Object.keys(holders))
  const letters = { owner: "o", admin: "a", author: "w", reviewer: "r", viewer: "v" }
  assert.deepStrictEqual([...Role.Role.literals], Object.keys(letters))
  for (const role of Role.Role.literals) {
    const held = Privilege.literals.filter((privilege) => holders[privilege].includes(letters[role]))
    assert.deepStrictEqual([...Role.privileges(role)], held, role)
  }
})

it("every privilege and every role has a sentence of its own", () => {
  const described = [...Object.entries(sentences), ...Object.entries(Role.sentences)]
  assert.deepStrictEqual(
    described.map(([name]) => name),
    [...Privilege.literals, ...Role.Role.literals]
  )
  for (const [name, sentence] of described) assert.match(sentence, /^[A-Z].{10,}[^.]\.$/u, name)
  assert.strictEqual(new Set(described.map(([, sentence]) => sentence)).size, described.length)
})

it.prop(
  "the first missing privilege is the first that is not held, and each covers only itself",
  [Schema.Array(Privilege), Schema.Array(Privilege)],
  ([held, wanted]) => {
    const missing = wanted.filter((privilege) => !held.some((other) => other === privilege))
    assert.strictEqual(Grant.firstMissing(held, wanted), missing[0])
    for (const privilege of Privilege.literals)
      assert.strictEqual(Grant.covers(held, privilege), new Set(held).has(privilege))
  }
)

it.effect("a refusal names the privilege that the caller lacks", () =>
  Effect.gen(function* () {
    const viewer = Caller.operator(organisationId, userId, "viewer")
    assert.deepStrictEqual(viewer, {
      organisationId,
      userId,
      credential: { kind: "operator", id: userId },
      privileges: ["submission:read", "form:read", "table:read", "folder:read", "report:read"],
      limits: null,
      liveFormsRevision: null
    })
    assert.deepStrictEqual(Caller.operator(organisationId, userId).privileges, Privilege.literals)
    yield* Caller.require(viewer, "form:read")
    const refused = yield* Effect.result(Caller.require(viewer, "form:write"))
    assert.isTrue(Result.isFailure(refused) && refused.failure.privilege === "form:write")
  })
)

it.prop(
  "a key keeps what it was granted over forms and submissions, and the rest while its maker's role has it",
  [Schema.UniqueArray(Privilege), Role.Role],
  ([granted, role]) => {
    const own = Role.privileges(role)
    const expected = granted.filter((one) => !beyondForms.includes(one) || own.includes(one))
    assert.deepStrictEqual(Role.privilegesOfKey(granted, role), expected)
  },
  { arbitrary: { runs: 300 } }
)

it("the privileges that a key loses with its maker's role are those beyond forms and submissions", () => {
  const lost = (role: Role.Role) => {
    const left = Role.privilegesOfKey(Privilege.literals, role)
    return Privilege.literals.filter((one) => !left.includes(one))
  }
  assert.deepStrictEqual(lost("owner"), [])
  assert.deepStrictEqual(lost("admin"), ["apikey:budget", "organisation:write"])
  for (const role of ["author", "reviewer", "viewer"] as const) assert.deepStrictEqual(lost(role), beyondForms)
})

it.effect("a key lacks the privilege of an operation that its limits leave out, and only there", () =>
  Effect.gen(function* () {
    const reader = Caller.operator(organisationId, userId, "viewer")
    const limits = { ...KeyLimits.none, operations: ["forms.list"] }
    const outcome = (caller: Caller.Caller, operation: string, privilege: Privilege) =>
      Effect.map(Effect.result(Caller.requireFor(caller, privilege, operation)), (result) => {
        assert.strictEqual(Result.isSuccess(result), Caller.may(caller, privilege, operation))
        return Result.isSuccess(result) ? "admitted" : result.failure.privilege
      })
    for (const caller of [reader, { ...reader, limits: KeyLimits.none }, { ...reader, limits }]) {
      assert.strictEqual(yield* outcome(caller, "forms.list", "form:read"), "admitted")
      assert.strictEqual(yield* outcome(caller, "forms.list", "form:write"), "form:write")
    }
    assert.strictEqual(yield* outcome(reader, "forms.get", "form:read"), "admitted")
    assert.strictEqual(yield* outcome({ ...reader, limits }, "forms.get", "form:read"), "form:read")
  })
)

it.effect("what is about a caller's own password or session is refused to keys alone", () =>
  Effect.gen(function* () {
    const caller = Caller.operator(organisationId, userId)
    for (const kind of ["session", "operator"] as const)
      yield* Caller.requireSession({ ...caller, credential: { kind, id: "x" } })
    const byKey = Caller.requireSession({ ...caller, credential: { kind: "api_key", id: "x" } })
    assert.deepInclude(yield* Effect.flip(byKey), { _tag: "SessionRequired", reason: "own_account" })
  })
)

it("the operator of the installation acts as no person of the organisation", () => {
  assert.deepStrictEqual(Caller.ofInstallation(organisationId), {
    userId: null,
    credential: { kind: "operator", id: organisationId }
  })
})

it("anything else is not decoded as a caller, a privilege or a role", () => {
  const isCaller = Schema.is(Caller.Caller)
  const caller = Caller.operator(organisationId, userId)
  for (const kind of ["api_key", "session", "operator"])
    assert.isTrue(isCaller({ ...caller, credential: { kind, id: "x" } }), kind)
  for (const change of [{ limits: KeyLimits.none }, { limits: null, liveFormsRevision: 7 }])
    assert.isTrue(isCaller({ ...caller, ...change }), JSON.stringify(change))
  for (const change of [
    { credential: { kind: "", id: "x" } },
    { credential: { kind: "session" } },
    { organisationId: "x" },
    { userId: "x" },
    { privileges: ["form"] },
    { liveFormsRevision: 0.5 },
    { limits: {} },
    { limits: undefined }
  ]) {
    assert.isFalse(isCaller({ ...caller, ...change }), JSON.stringify(change))
  }
  for (const text of ["", "form", "form:*", "FORM:READ"]) assert.isFalse(Schema.is(Privilege)(text), text)
  assert.isFalse(Schema.is(Role.Role)("root"))
  // Their names in the OpenAPI document.
  assert.deepStrictEqual(
    [Privilege, Role.Role].map(({ ast }) => ast.annotations?.["identifier"]),
    ["Privilege", "Role"]
  )
})

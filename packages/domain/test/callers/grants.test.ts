/** What each role may do, and what covers what (spec/http.md §3.11 and spec/http.md §3.12). */
import { assert, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import * as Grant from "@formwork/domain/callers/Grant"
import { Privilege, sentences } from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"

const organisationId = OrganisationId.make("01890a5d-ac96-774b-bcce-b302099a8057")
const userId = UserId.make("01890a5d-ac96-774b-bcce-b302099a8058")

/** Who has it: o(wner), a(dmin), w(riter of forms, "author"), r(eviewer), v(iewer). */
const holders = {
  "submission:read": "oawrv",
  "submission:write": "oawr",
  "submission:delete": "oa",
  "form:read": "oawrv",
  "form:write": "oaw",
  "form:publish": "oaw",
  "folder:read": "oawrv",
  "folder:write": "oaw",
  "report:read": "oawrv",
  "apikey:read": "oa",
  "apikey:write": "oa",
  "user:read": "oa",
  "user:write": "oa",
  "effect:read": "oa",
  "effect:write": "oa",
  "audit:read": "oa",
  "organisation:write": "o"
} satisfies Record<Privilege, string>

it("a role is exactly the privileges that the contract gives it", () => {
  assert.deepStrictEqual([...Privilege.literals], Object.keys(holders))
  const letters = { owner: "o", admin: "a", author: "w", reviewer: "r", viewer: "v" }
  assert.deepStrictEqual([...Role.Role.literals], Object.keys(letters))
  for (const role of Role.Role.literals) {
    const held = Privilege.literals.filter((privilege) => holders[privilege].includes(letters[role]))
    assert.deepStrictEqual([...Role.privileges(role)], held, role)
  }
})

it("every privilege and every role is told in a sentence of its own", () => {
  const told = [...Object.entries(sentences), ...Object.entries(Role.sentences)]
  assert.deepStrictEqual(
    told.map(([name]) => name),
    [...Privilege.literals, ...Role.Role.literals]
  )
  for (const [name, sentence] of told) assert.match(sentence, /^[A-Z].{10,}[^.]\.$/u, name)
  assert.strictEqual(new Set(told.map(([, sentence]) => sentence)).size, told.length)
})

it.prop(
  "what is missing first is the first that is not held, and each privilege stands for itself alone",
  [Schema.Array(Privilege), Schema.Array(Privilege)],
  ([held, wanted]) => {
    const missing = wanted.filter((privilege) => !held.some((other) => other === privilege))
    assert.strictEqual(Grant.firstMissing(held, wanted), missing[0])
    for (const privilege of Privilege.literals)
      assert.strictEqual(Grant.covers(held, privilege), new Set(held).has(privilege))
  }
)

it.effect("a caller is refused by the name of what it lacks", () =>
  Effect.gen(function* () {
    const viewer = Caller.operator(organisationId, userId, "viewer")
    assert.deepStrictEqual(viewer, {
      organisationId,
      userId,
      credential: { kind: "operator", id: userId },
      privileges: ["submission:read", "form:read", "folder:read", "report:read"],
      liveFormsRevision: null
    })
    assert.deepStrictEqual(Caller.operator(organisationId, userId).privileges, Privilege.literals)
    yield* Caller.require(viewer, "form:read")
    const refused = yield* Effect.result(Caller.require(viewer, "form:write"))
    assert.isTrue(Result.isFailure(refused) && refused.failure.privilege === "form:write")
  })
)

it("a caller, a privilege and a role are told from anything else", () => {
  const isCaller = Schema.is(Caller.Caller)
  const caller = Caller.operator(organisationId, userId)
  for (const kind of ["api_key", "session", "operator"])
    assert.isTrue(isCaller({ ...caller, credential: { kind, id: "x" } }), kind)
  for (const change of [
    { credential: { kind: "", id: "x" } },
    { credential: { kind: "session" } },
    { organisationId: "x" },
    { userId: "x" },
    { privileges: ["form"] },
    { liveFormsRevision: 0.5 }
  ]) {
    assert.isFalse(isCaller({ ...caller, ...change }), JSON.stringify(change))
  }
  for (const text of ["", "form", "form:*", "FORM:READ"]) assert.isFalse(Schema.is(Privilege)(text), text)
  assert.isFalse(Schema.is(Role.Role)("root"))
  // What a document calls them.
  assert.deepStrictEqual(
    [Privilege, Role.Role].map(({ ast }) => ast.annotations?.["identifier"]),
    ["Privilege", "Role"]
  )
})

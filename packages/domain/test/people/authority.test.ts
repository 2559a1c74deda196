/** Who may do what to whom (spec/http.md §3.16), over every pair of roles; the contract of the stores tests that they ask. */
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { UserId } from "@formwork/domain/callers/Ids"
import { Privilege } from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import * as Authority from "@formwork/domain/people/Authority"

const me = UserId.make("01890a5d-ac96-774b-bcce-b302099a8057")
const other = UserId.make("01890a5d-ac96-774b-bcce-b302099a8058")

type Refusal = ReturnType<typeof Authority.refusal>

/** The privilege that is missing, or the reason why a session is needed; undefined where there is no refusal. */
const told = (refusal: Refusal): string | undefined =>
  refusal?._tag === "PrivilegeMissing" ? refusal.privilege : refusal?.reason

const Held = Schema.UniqueArray(Privilege)
const Roles = Schema.Array(Role.Role).check(Schema.isMaxLength(2))

const authority = (
  kind: "api_key" | "session" | "operator",
  privileges: ReadonlyArray<Privilege>,
  role: Role.Role
): Authority.Authority => ({ userId: me, credential: { kind, id: "x" }, privileges, role })

it.prop(
  "the caller holds user:write and every privilege of the roles; of a key those count that its person's role has today",
  [Held, Role.Role, Roles, Schema.Literals(["api_key", "session", "operator"])],
  ([held, role, roles, kind]) => {
    const counted = kind === "api_key" ? held.filter((one) => Role.privileges(role).includes(one)) : held
    const wanted = roles.flatMap((one) => Role.privileges(one))
    const missing = held.includes("user:write") ? wanted.find((one) => !counted.includes(one)) : "user:write"
    for (const person of [other, undefined])
      assert.strictEqual(told(Authority.refusal(authority(kind, held, role), person, roles)), missing)
    const own = missing ?? (kind === "api_key" ? "maker" : undefined)
    assert.strictEqual(told(Authority.refusal(authority(kind, held, role), me, roles)), own)
  },
  { arbitrary: { runs: 500 } }
)

it("a key of a person who was demoted undoes no demotion", () => {
  const key = authority("api_key", Privilege.literals, "viewer")
  const admin = authority("api_key", Privilege.literals, "admin")
  assert.deepStrictEqual(
    [key, admin].map((one) => told(Authority.refusal(one, other, ["author"]))),
    [Role.privileges("author").find((one) => !Role.privileges("viewer").includes(one)), undefined]
  )
})

it("of two people with any roles, the one changes the other exactly where no privilege of the other's role is beyond their own", () => {
  const may = Role.Role.literals.map((role) =>
    Role.Role.literals.filter(
      (theirs) => Authority.refusal(authority("session", Role.privileges(role), role), other, [theirs]) === undefined
    )
  )
  assert.deepStrictEqual(may, [[...Role.Role.literals], ["admin", "author", "reviewer", "viewer"], [], [], []])
})

it("a key is shown no invitation; one that replaces a password is shown to callers with organisation:write alone", () => {
  const most = Privilege.literals.filter((one) => one !== "organisation:write")
  for (const hasPassword of [false, true]) {
    const shown = (kind: "api_key" | "session" | "operator", privileges: ReadonlyArray<Privilege>) =>
      told(Authority.refusalOfShowing(authority(kind, privileges, "owner"), hasPassword))
    for (const privileges of [[], most, Privilege.literals])
      assert.strictEqual(shown("api_key", privileges), "invitation")
    for (const kind of ["session", "operator"] as const) {
      assert.isUndefined(shown(kind, ["organisation:write"]))
      for (const privileges of [[], most])
        assert.strictEqual(shown(kind, privileges), hasPassword ? "organisation:write" : undefined)
    }
  }
})

it("an owner is the last where no other is left, or none who can sign in while this one can", () => {
  const [settled, invited] = [{ hasPassword: true }, { hasPassword: false }]
  for (const owner of [settled, invited]) {
    assert.isTrue(Authority.isLastOwner(owner, []))
    for (const others of [[settled], [invited, settled], [settled, invited]])
      assert.isFalse(Authority.isLastOwner(owner, others))
  }
  for (const others of [[invited], [invited, invited]]) {
    assert.isTrue(Authority.isLastOwner(settled, others))
    assert.isFalse(Authority.isLastOwner(invited, others))
  }
})

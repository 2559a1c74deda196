/** Folders over the app API: make, rename, move and remove them. */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Harness from "../support/Harness.ts"
import * as Operations from "../support/operations.ts"
import * as Wire from "../support/wire.ts"
import { objectsOf } from "../support/reading.ts"

const setting = Effect.gen(function* () {
  const tenant = yield* Harness.tenant
  const { token } = yield* tenant.mint("folder:read", "folder:write", "form:read", "form:write")
  const key = Redacted.value(token.text)
  const operations = yield* Operations.every(key)
  const call = Effect.fnUntraced(function* (id: string, method: string, path: string, body?: unknown) {
    const answer = yield* Harness.platform(method, path, key, body)
    Operations.assertDescribed(operations, id, answer)
    return answer
  })
  const make = (name: string, parentId?: unknown) =>
    call("folders.create", "POST", "folders", { name, ...(parentId === undefined ? {} : { parentId }) })
  const made = (name: string, parentId?: unknown) =>
    Effect.map(make(name, parentId), (answer) => {
      assert.strictEqual(answer.status, 201, answer.body)
      return String(Wire.json(answer)["id"])
    })
  return { tenant, call, make, made }
})

const said = (answer: Wire.Answer) => [answer.status, Wire.json(answer)["code"], Wire.json(answer)["error"]]

layer(Harness.layer(), { excludeTestServices: true })("folders", (it) => {
  it.effect("a folder is made, found with what is in it, renamed, moved, and removed once it is empty", () =>
    Effect.gen(function* () {
      const { call, made, make } = yield* setting
      const answer = yield* make("Motor")
      const motor = Wire.json(answer)
      assert.strictEqual(answer.headers["location"], `/api/platform/folders/${String(motor["id"])}`)
      assert.deepInclude(motor, { name: "Motor", parentId: null, folderCount: 0, formCount: 0 })
      const id = String(motor["id"])
      const inner = yield* made("Fleet", id)
      const form = { definition: { code: "FLEET" }, folderId: inner }
      assert.strictEqual((yield* call("forms.create", "POST", "forms", form)).status, 201)
      const list = Wire.json(yield* call("folders.list", "GET", "folders"))["items"]
      assert.deepStrictEqual(
        objectsOf(list).map(({ folderCount, formCount, id, parentId }) => [id, parentId, folderCount, formCount]),
        [
          [id, null, 1, 0],
          [inner, id, 0, 1]
        ]
      )
      assert.deepStrictEqual(said(yield* call("folders.delete", "DELETE", `folders/${inner}`)), [
        409,
        "CONFLICT",
        "Only an empty folder can be removed: this one has 0 folders and 1 form in it, archived forms too."
      ])
      const moved = yield* call("folders.update", "PATCH", `folders/${inner}`, { name: "Fleets", parentId: null })
      assert.deepInclude(Wire.json(moved), { id: inner, name: "Fleets", parentId: null, formCount: 1 })
      const same = yield* call("folders.update", "PATCH", `folders/${inner}`, {})
      assert.strictEqual(same.body, moved.body)
      assert.strictEqual((yield* call("folders.get", "GET", `folders/${inner}`)).body, moved.body)
      const gone = yield* call("folders.delete", "DELETE", `folders/${id}`)
      assert.deepStrictEqual([gone.status, gone.body], [204, ""])
      assert.strictEqual((yield* call("folders.get", "GET", `folders/${id}`)).status, 404)
    })
  )

  it.effect("a change that would break the tree is refused, with a sentence for each reason", () =>
    Effect.gen(function* () {
      const { call, made, make } = yield* setting
      let id = yield* made("1")
      const top = id
      for (let depth = 2; depth <= 10; depth++) id = yield* made(String(depth), id)
      assert.deepStrictEqual(said(yield* make("11", id)), [
        409,
        "CONFLICT",
        "At most 10 folders may be within one another."
      ])
      const circle = yield* call("folders.update", "PATCH", `folders/${top}`, { parentId: id })
      assert.deepStrictEqual(said(circle), [
        409,
        "CONFLICT",
        "A folder cannot be moved into itself, or into a folder that is in it."
      ])
      yield* made("Ärzte", top)
      assert.deepStrictEqual(said(yield* make("ÄRZTE", top)), [
        409,
        "CONFLICT",
        'There is a folder called "ÄRZTE" in the same place.'
      ])
      const { tenant } = yield* setting
      const foreign = yield* Harness.newFolder(tenant.operator)
      const unknown = yield* make("x", foreign.id)
      assert.strictEqual(unknown.status, 422)
      assert.deepStrictEqual(Wire.json(unknown)["problems"], [
        {
          field: "parentId",
          message: '"parentId" names no folder of the organisation.',
          code: "choice",
          pointer: "/parentId"
        }
      ])
    })
  )

  it.effect("a name has 1 to 100 visible characters, and a folder has no members but name and parent", () =>
    Effect.gen(function* () {
      const { call, make } = yield* setting
      assert.strictEqual((yield* make("😀".repeat(100))).status, 201)
      for (const name of ["", " ", " a", "a ", "\u00a0a", "a\u0000", "a\n", "\ud800", "x".repeat(101), 1, null, ["a"]])
        assert.strictEqual(
          (yield* call("folders.create", "POST", "folders", { name })).status,
          422,
          JSON.stringify(name)
        )
      const bodies = [{}, [], { name: "a", parentId: "x" }, { name: "a", parentId: 1 }, { name: "a", id: "b" }]
      for (const body of bodies)
        assert.strictEqual((yield* call("folders.create", "POST", "folders", body)).status, 422, JSON.stringify(body))
    })
  )
})

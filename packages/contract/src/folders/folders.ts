/** Laws of FolderStore: folders stay a tree after any sequence of changes. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { FolderId } from "@formwork/domain/folders/Folder"
import { FolderStore } from "@formwork/domain/folders/FolderStore"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import type { Ports } from "../Subject.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"
import * as Model from "./TreeModel.ts"
import { limits } from "./TreeModel.ts"

export const example = (it: It): void => {
  it.effect("a folder is made within another, and moves with its content", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const folders = yield* FolderStore
      const motor = yield* Fixture.newFolder(owner)
      const claims = yield* Fixture.newFolder(owner, motor.id)
      yield* Fixture.newForm(owner, "CLAIM", { folderId: claims.id })

      yield* folders.change(owner, claims.id, { name: "Claims", parentId: null }, limits)

      assert.deepInclude(yield* folders.get(owner, claims.id), { name: "Claims", parentId: null, formCount: 1 })
      assert.deepInclude(yield* folders.get(owner, motor.id), { folderCount: 0 })
    })
  )
}

/** A store, and the ids of its folders by their places in the model. */
const world = Effect.gen(function* () {
  const owner = yield* Fixture.owner
  const store = yield* FolderStore
  const ids: Array<FolderId> = []
  return { owner, store, ids, nowhere: FolderId.make(yield* Fixture.uuid) }
})
type World = Effect.Success<typeof world>

const idOf = ({ ids, nowhere }: World, place: number): FolderId => ids[place] ?? nowhere
const parentOf = (w: World, place: number | null): FolderId | null => (place === null ? null : idOf(w, place))

const make = Effect.fnUntraced(function* (w: World, { name, parent }: Model.Command) {
  const id = FolderId.make(yield* Fixture.uuid)
  yield* w.store.create(w.owner, { id, name, parentId: parentOf(w, parent) }, limits)
  w.ids.push(id)
})

const putForm = Effect.fnUntraced(function* (w: World, { parent }: Model.Command) {
  const id = yield* Fixture.uuid
  yield* Fixture.newForm(w.owner, `F${id.slice(-12).toUpperCase()}`, { folderId: parentOf(w, parent) })
})

type Run = (w: World, command: Model.Command) => Effect.Effect<unknown, { readonly _tag: string }, Ports>

/** The call of the store for each command of the model. */
const commands: { readonly [A in Model.Command["act"]]: Run } = {
  make,
  rename: (w, { at, name }) => w.store.change(w.owner, idOf(w, at), { name }, limits),
  move: (w, { at, parent }) => w.store.change(w.owner, idOf(w, at), { parentId: parentOf(w, parent) }, limits),
  both: (w, { at, name, parent }) =>
    w.store.change(w.owner, idOf(w, at), { name, parentId: parentOf(w, parent) }, limits),
  remove: (w, { at }) => w.store.remove(w.owner, idOf(w, at)),
  "put form": putForm
}

/** Asserts that the store lists the folders of the model, oldest first, with their counts. */
const listAgrees = Effect.fnUntraced(function* (w: World, model: Model.TreeModel) {
  const listed = (yield* w.store.list(w.owner)).map(({ createdAt: _, ...folder }) => folder)
  const modelled = model.tree.flatMap((node, at) => {
    if (node === undefined) return []
    const counts = { folderCount: Model.foldersIn(model, at), formCount: Model.formsIn(model, at) }
    return [{ id: idOf(w, at), name: node.name, parentId: parentOf(w, node.parent), ...counts }]
  })
  assert.deepStrictEqual(listed, modelled, "the store lists what the model has")
})

/** Asserts that the audit log has the lines of the model, in any order: lines of one millisecond have no order. */
const linesAgree = Effect.fnUntraced(function* (w: World, { lines }: Model.TreeModel) {
  const logged = (yield* Fixture.log(w.owner)).map(({ action }) => action)
  const aboutFolders = logged.filter((action) => action.startsWith("folder."))
  assert.deepStrictEqual(aboutFolders.toSorted(), lines.toSorted(), "each change leaves its lines")
})

/** Runs the steps on the store and on the model, and compares the two after each. */
const agrees = Effect.fnUntraced(function* (steps: ReadonlyArray<Model.Step>) {
  const w = yield* world
  let model = Model.empty
  for (const step of steps) {
    const command = Model.commandOf(model, step)
    const next = Model.apply(model, command)
    const tag = yield* Fixture.tagOf(commands[command.act](w, command))
    const expected = next === undefined ? Model.refusals[command.act] : ["Success"]
    assert.include(expected, tag, `${JSON.stringify(command)} in ${JSON.stringify(model.tree)}`)
    model = next ?? model
    yield* listAgrees(w, model)
  }
  yield* linesAgree(w, model)
})

const sequences = (it: It): void => {
  it.effect(
    "any sequence of changes is accepted exactly where it leads to a tree, and adds its lines to the audit log",
    () =>
      Effect.gen(function* () {
        const samples = fc.sample(fc.array(Model.step, { minLength: 20, maxLength: 50 }), { numRuns: 30, seed: 7 })
        for (const steps of samples) yield* agrees(steps)
      })
  )
}

const refusals = (it: It): void => {
  it.effect("each change that would break the tree has its refusal, and the first that applies is answered", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* FolderStore
      const make = (name: string, parentId: FolderId | null, own = limits) =>
        Effect.flatMap(Fixture.uuid, (id) => store.create(owner, { id: FolderId.make(id), name, parentId }, own))
      const a = yield* make("A", null)
      const b = yield* make("B", a.id)
      const c = yield* make("C", b.id)
      const nowhere = FolderId.make(yield* Fixture.uuid)
      const change = (id: FolderId, about: Parameters<typeof store.change>[2]) => store.change(owner, id, about, limits)
      yield* refuses(make("a", nowhere), "FolderUnknown")
      yield* refuses(make("c", c.id), "FolderTooDeep")
      yield* refuses(make("a", null, { folders: 3, depth: 3 }), "FolderLimitReached")
      assert.strictEqual((yield* refuses(make("a", null), "FolderNameTaken")).name, "a")
      yield* refuses(change(nowhere, { parentId: nowhere }), "FolderNotFound")
      yield* refuses(change(a.id, { parentId: nowhere }), "FolderUnknown")
      for (const within of [a, b, c]) yield* refuses(change(a.id, { parentId: within.id }), "FolderCycle")
      const d = yield* make("D", null)
      assert.strictEqual((yield* refuses(change(a.id, { parentId: d.id }), "FolderTooDeep")).limit, 3)
      yield* refuses(change(d.id, { name: "a" }), "FolderNameTaken")
      assert.strictEqual((yield* change(a.id, { name: "a" })).name, "a")
      yield* Fixture.newForm(owner, "ENQ", { folderId: b.id })
      assert.deepInclude(yield* refuses(store.remove(owner, b.id), "FolderNotEmpty"), { folders: 1, forms: 1 })
    })
  )

  it.effect("folders deeper than a lowered limit can still be renamed, and moved where they fit", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* FolderStore
      const a = yield* Fixture.newFolder(owner)
      const b = yield* Fixture.newFolder(owner, a.id)
      const c = yield* Fixture.newFolder(owner, b.id)
      const low = { folders: 1, depth: 1 }
      assert.strictEqual((yield* store.change(owner, c.id, { name: "C" }, low)).name, "C")
      assert.isNull((yield* store.change(owner, c.id, { parentId: null }, low)).parentId)
      yield* refuses(store.change(owner, c.id, { parentId: a.id }, low), "FolderTooDeep")
    })
  )
}

const absences = (it: It): void => {
  it.effect("a folder of another organisation is missing, like an unknown one, also as a parent", () =>
    Effect.gen(function* () {
      const store = yield* FolderStore
      const forms = yield* FormStore
      const theirs = yield* Fixture.newFolder(yield* Fixture.owner)
      const owner = yield* Fixture.owner
      const ours = yield* Fixture.newFolder(owner)
      const form = yield* Fixture.newForm(owner, "ENQ")
      for (const id of [theirs.id, FolderId.make(yield* Fixture.uuid)]) {
        yield* refuses(store.get(owner, id), "FolderNotFound")
        yield* refuses(store.change(owner, id, { name: "x" }, limits), "FolderNotFound")
        yield* refuses(store.remove(owner, id), "FolderNotFound")
        yield* refuses(Fixture.newFolder(owner, id), "FolderUnknown")
        yield* refuses(store.change(owner, ours.id, { parentId: id }, limits), "FolderUnknown")
        yield* refuses(Fixture.newForm(owner, "TWO", { folderId: id }), "FolderUnknown")
        yield* refuses(forms.update(owner, form.id, { folderId: id }), "FolderUnknown")
      }
      assert.deepStrictEqual(yield* store.list(owner), [ours])
      assert.deepStrictEqual(yield* store.get(owner, ours.id), ours)
    })
  )
}

export const contract = suite("folders", (it) => {
  example(it)
  sequences(it)
  refusals(it)
  absences(it)
})

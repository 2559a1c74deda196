/** Laws of FolderStore: whatever is done to a tree of folders, in whatever order, it stays a tree. */
import { assert, layer } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import type { AuditAction } from "@formwork/domain/audit/AuditEvent"
import { FolderId } from "@formwork/domain/folders/Folder"
import { FolderStore } from "@formwork/domain/folders/FolderStore"
import { FormStore } from "@formwork/domain/forms/FormStore"
import * as Fixture from "../Fixture.ts"
import type { Ports, Subject } from "../Subject.ts"

const limits = { folders: 6, depth: 3 }

/** What folders are called here; those with the same key are the same name to a person. */
const names = [
  ["Motor", "motor"],
  ["MOTOR", "motor"],
  ["Ärzte", "ärzte"],
  ["A\u0308RZTE", "ärzte"],
  ["Home", "home"]
] as const

interface Node {
  readonly name: string
  readonly key: string
  /** Null: at the top. A place of no folder stands for one that there is not. */
  readonly parent: number | null
}

/** By the order in which they were made; undefined once they are gone. */
type Tree = ReadonlyArray<Node | undefined>

const step = fc.record({
  act: fc.constantFrom("make", "make", "rename", "move", "both", "remove", "put form"),
  pick: fc.nat(6),
  parent: fc.option(fc.nat(6), { freq: 5 }),
  name: fc.constantFrom(...names)
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** The folder and those around it, as far as the limit and a step more: a circle never comes to an end. */
const chain = (tree: Tree, at: number): ReadonlyArray<number> => {
  const seen = [at]
  for (let next = tree[at]?.parent; next !== null && seen.length <= limits.depth; next = tree[next]?.parent) {
    if (next === undefined) break
    seen.push(next)
  }
  return seen
}

/** Everything that must be true of a tree, asked of the whole of it. */
const isTree = (tree: Tree): boolean => {
  const nodes = tree.flatMap((node, at) => (node === undefined ? [] : [{ ...node, at }]))
  const places = nodes.map(({ key, parent }) => `${parent} ${key}`)
  return (
    nodes.length <= limits.folders &&
    new Set(places).size === places.length &&
    nodes.every(
      ({ at, parent }) => (parent === null || tree[parent] !== undefined) && chain(tree, at).length <= limits.depth
    )
  )
}

/** What the store should make of a step: the tree that it would lead to, if that is one. */
const after = (
  tree: Tree,
  { act, name: [name, key], parent }: Pick<Step, "act" | "name" | "parent">,
  at: number
): Tree => {
  const node = tree[at]
  if (act === "make") return [...tree, { name, key, parent }]
  if (node === undefined) return tree
  const renamed = act === "move" ? {} : { name, key }
  const moved = act === "rename" ? {} : { parent }
  return tree.with(at, act === "remove" ? undefined : { ...node, ...renamed, ...moved })
}

const linesOf = (before: Node | undefined, now: Node | undefined): ReadonlyArray<AuditAction> => {
  if (before === undefined) return now === undefined ? [] : ["folder.created"]
  if (now === undefined) return ["folder.removed"]
  return [
    ...(before.name === now.name ? [] : ["folder.renamed" as const]),
    ...(before.parent === now.parent ? [] : ["folder.moved" as const])
  ]
}

const agrees = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const owner = yield* Fixture.owner
  const store = yield* FolderStore
  const ids: Array<FolderId> = []
  const forms = new Map<number, number>()
  const audited: Array<AuditAction> = []
  let tree: Tree = []
  let codes = 0

  const nowhere = FolderId.make(yield* Fixture.uuid)
  const idOf = (place: number | null) => (place === null ? null : (ids[place] ?? nowhere))
  for (const { parent: around, pick, ...about } of steps) {
    const { act, name } = about
    // Of one of the last that were made, which are deep, or of none.
    const at = act === "make" ? tree.length : Math.max(0, tree.length - pick)
    const parent = around === null ? null : Math.max(0, tree.length - around)
    const one = { ...about, parent }
    if (act === "put form") {
      const result = yield* Effect.result(Fixture.newForm(owner, `F${codes++}`, { folderId: idOf(parent) }))
      const isThere = parent === null || tree[parent] !== undefined
      assert.strictEqual(
        result._tag === "Success" ? "Success" : result.failure._tag,
        isThere ? "Success" : "FolderUnknown"
      )
      if (isThere && parent !== null) forms.set(parent, (forms.get(parent) ?? 0) + 1)
      continue
    }
    const next = after(tree, one, at)
    const isEmpty = !tree.some((node) => node?.parent === at) && !forms.has(at)
    const isRight = (act === "make" || tree[at] !== undefined) && (act === "remove" ? isEmpty : isTree(next))
    const id = idOf(at) ?? nowhere
    let work: Effect.Effect<unknown, { readonly _tag: string }>
    if (act === "make") {
      const made = FolderId.make(yield* Fixture.uuid)
      work = store.create(owner, { id: made, name: name[0], parentId: idOf(parent) }, limits)
      if (isRight) ids.push(made)
    } else if (act === "remove") work = store.remove(owner, id)
    else {
      const change = {
        name: act === "move" ? undefined : name[0],
        parentId: act === "rename" ? undefined : idOf(parent)
      }
      work = store.change(owner, id, change, limits)
    }
    const result = yield* Effect.result(work)
    assert.strictEqual(result._tag === "Success", isRight, JSON.stringify([one, tree, result]))
    if (isRight) {
      audited.push(...linesOf(tree[at], next[at]))
      tree = next
    }
    const shown = (yield* store.list(owner)).map(({ createdAt: _, ...folder }) => folder)
    assert.deepStrictEqual(
      shown,
      tree.flatMap((node, place) => {
        const id = ids[place]
        if (node === undefined || id === undefined) return []
        const folderCount = tree.filter((other) => other?.parent === place).length
        const { name, parent } = node
        return [{ id, name, parentId: idOf(parent), folderCount, formCount: forms.get(place) ?? 0 }]
      })
    )
  }
  const lines = (yield* Fixture.log(owner)).map(({ action }) => action).filter((action) => action.startsWith("folder."))
  assert.deepStrictEqual(lines.toSorted(), audited.toSorted())
})

const refusals = (it: Vitest.MethodsNonLive<Ports>): void => {
  it.effect("each way of not being a tree has its refusal, the first that applies", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* FolderStore
      const make = (name: string, parentId: FolderId | null, own = limits) =>
        Effect.flatMap(Fixture.uuid, (id) => store.create(owner, { id: FolderId.make(id), name, parentId }, own))
      const a = yield* make("A", null)
      const b = yield* make("B", a.id)
      const c = yield* make("C", b.id)
      const nowhere = FolderId.make(yield* Fixture.uuid)
      const change = (id: FolderId, about: Parameters<typeof store.change>[2]) =>
        Fixture.tagOf(store.change(owner, id, about, limits))
      assert.strictEqual(yield* Fixture.tagOf(make("a", nowhere)), "FolderUnknown")
      assert.strictEqual(yield* Fixture.tagOf(make("c", c.id)), "FolderTooDeep")
      assert.strictEqual(yield* Fixture.tagOf(make("a", null, { folders: 3, depth: 3 })), "FolderLimitReached")
      const taken = yield* Effect.flip(make("a", null))
      assert.isTrue(taken._tag === "FolderNameTaken" && taken.name === "a")
      assert.strictEqual(yield* change(nowhere, { parentId: nowhere }), "FolderNotFound")
      assert.strictEqual(yield* change(a.id, { parentId: nowhere }), "FolderUnknown")
      for (const within of [a, b, c]) assert.strictEqual(yield* change(a.id, { parentId: within.id }), "FolderCycle")
      const d = yield* make("D", null)
      const tooDeep = yield* Effect.flip(store.change(owner, a.id, { parentId: d.id }, limits))
      assert.isTrue(tooDeep._tag === "FolderTooDeep" && tooDeep.limit === 3)
      assert.strictEqual(yield* change(d.id, { name: "a" }), "FolderNameTaken")
      assert.strictEqual(yield* change(a.id, { name: "a" }), "Success")
      yield* Fixture.newForm(owner, "ENQ", { folderId: b.id })
      const full = yield* Effect.flip(store.remove(owner, b.id))
      assert.isTrue(full._tag === "FolderNotEmpty" && full.folders === 1 && full.forms === 1)
    })
  )

  it.effect(
    "a tree that is deeper than a limit that was lowered can still be renamed, and moved to where it fits",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const store = yield* FolderStore
        const a = yield* Fixture.newFolder(owner)
        const b = yield* Fixture.newFolder(owner, a.id)
        const c = yield* Fixture.newFolder(owner, b.id)
        const low = { folders: 1, depth: 1 }
        assert.strictEqual((yield* store.change(owner, c.id, { name: "C" }, low)).name, "C")
        assert.isNull((yield* store.change(owner, c.id, { parentId: null }, low)).parentId)
        assert.strictEqual(yield* Fixture.tagOf(store.change(owner, c.id, { parentId: a.id }, low)), "FolderTooDeep")
      })
  )

  it.effect("a folder of another organisation is as absent as one that never was, also to be put into", () =>
    Effect.gen(function* () {
      const store = yield* FolderStore
      const forms = yield* FormStore
      const theirs = yield* Fixture.newFolder(yield* Fixture.owner)
      const owner = yield* Fixture.owner
      const ours = yield* Fixture.newFolder(owner)
      const form = yield* Fixture.newForm(owner, "ENQ")
      for (const id of [theirs.id, FolderId.make(yield* Fixture.uuid)]) {
        assert.strictEqual(yield* Fixture.tagOf(store.get(owner, id)), "FolderNotFound")
        assert.strictEqual(yield* Fixture.tagOf(store.change(owner, id, { name: "x" }, limits)), "FolderNotFound")
        assert.strictEqual(yield* Fixture.tagOf(store.remove(owner, id)), "FolderNotFound")
        assert.strictEqual(yield* Fixture.tagOf(Fixture.newFolder(owner, id)), "FolderUnknown")
        assert.strictEqual(
          yield* Fixture.tagOf(store.change(owner, ours.id, { parentId: id }, limits)),
          "FolderUnknown"
        )
        assert.strictEqual(yield* Fixture.tagOf(Fixture.newForm(owner, "TWO", { folderId: id })), "FolderUnknown")
        assert.strictEqual(yield* Fixture.tagOf(forms.update(owner, form.id, { folderId: id })), "FolderUnknown")
      }
      assert.deepStrictEqual(yield* store.list(owner), [ours])
      assert.deepStrictEqual(yield* store.get(owner, ours.id), ours)
    })
  )
}

export const contract = <E>(name: string, subject: Subject<E>): void =>
  layer(subject.layer({ limit: 100_000, windowMillis: 60_000 }), { excludeTestServices: subject.clock === "real" })(
    `folders: ${name}`,
    (it) => {
      it.effect("any sequence of changes is accepted exactly where it leads to a tree, and leaves its lines", () =>
        Effect.gen(function* () {
          const samples = fc.sample(fc.array(step, { minLength: 20, maxLength: 50 }), { numRuns: 30, seed: 7 })
          for (const steps of samples) yield* agrees(steps)
        })
      )
      refusals(it)
    }
  )

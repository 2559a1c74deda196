/** Concurrent changes of folders and drafts, on a real server. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { FolderId } from "@formwork/domain/folders/Folder"
import type { Folder } from "@formwork/domain/folders/Folder"
import { FolderStore } from "@formwork/domain/folders/FolderStore"
import { FormStore } from "@formwork/domain/forms/FormStore"
import * as Fixture from "@formwork/contract/Fixture"
import { Raw } from "./Databases.ts"
import { each, processes, times, unbounded, waiting } from "./Processes.ts"

/** Every folder's parent exists, and the way up from every folder ends at the top. */
const assertTree = (folders: ReadonlyArray<Folder>) => {
  const parents = new Map(folders.map(({ id, parentId }) => [id, parentId]))
  for (const { id } of folders) {
    let at: FolderId | null | undefined = id
    for (let steps = 0; at !== null; steps++) {
      assert.isTrue(steps <= folders.length && parents.has(at), `${id} is in no tree`)
      at = parents.get(at) ?? null
    }
  }
}

layer(processes, { excludeTestServices: true })("folders at once", (it) => {
  it.effect("of two moves that would together make a circle, exactly one is made", () =>
    Effect.gen(function* () {
      const [here, there] = yield* each(FolderStore)
      const owner = yield* Fixture.owner
      for (let round = 0; round < 20; round++) {
        const a = yield* Fixture.newFolder(owner)
        const b = yield* Fixture.newFolder(owner)
        const c = yield* Fixture.newFolder(owner, b.id)
        const results = yield* Effect.all(
          [
            Fixture.tagOf(here.change(owner, a.id, { parentId: c.id }, Fixture.folderLimits)),
            Fixture.tagOf(there.change(owner, b.id, { parentId: a.id }, Fixture.folderLimits))
          ],
          unbounded
        )
        assert.deepStrictEqual(results.toSorted(), ["FolderCycle", "Success"])
      }
      assertTree(yield* here.list(owner))
    })
  )

  it.effect("a move waits for the move before it, and sees its result", () =>
    Effect.gen(function* () {
      const [store] = yield* each(FolderStore)
      const sql = yield* Raw
      const owner = yield* Fixture.owner
      const a = yield* Fixture.newFolder(owner)
      const b = yield* Fixture.newFolder(owner)
      const fiber = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select from formwork.organisations where organisation_id = ${owner.organisationId} for no key update`
          yield* sql`update formwork.folders set parent_id = ${a.id} where folder_id = ${b.id}`
          const move = store.change(owner, a.id, { parentId: b.id }, Fixture.folderLimits)
          const fiber = yield* Effect.forkDetach(Fixture.tagOf(move))
          yield* waiting(1, fiber)
          return fiber
        })
      )
      assert.strictEqual(yield* Fiber.join(fiber), "FolderCycle")
    })
  )

  it.effect("of folders made at once with one name in one place one is made, and the limit of folders holds", () =>
    Effect.gen(function* () {
      const stores = yield* each(FolderStore)
      const owner = yield* Fixture.owner
      const limits = { folders: 5, depth: 3 }
      const ids = yield* Effect.all(times(24, () => Fixture.uuid))
      const results = yield* Effect.forEach(
        ids,
        (id, index) => {
          const folder = { id: FolderId.make(id), name: index % 2 === 0 ? "Motor" : `Other ${index}`, parentId: null }
          return Fixture.tagOf(stores[index % 2 === 0 ? 0 : 1].create(owner, folder, limits))
        },
        unbounded
      )
      assert.strictEqual(results.filter((tag) => tag === "Success").length, 5)
      assert.isTrue(results.every((tag) => ["Success", "FolderNameTaken", "FolderLimitReached"].includes(tag)))
      const names = (yield* stores[0].list(owner)).map(({ name }) => name)
      assert.strictEqual(new Set(names).size, 5)
    })
  )

  it.effect("if a form is put into a folder while the folder is removed, one of the two is refused", () =>
    Effect.gen(function* () {
      const [folders, others] = yield* each(FolderStore)
      const [forms, otherForms] = yield* each(FormStore)
      const owner = yield* Fixture.owner
      const form = yield* Fixture.newForm(owner, "MOVED")
      for (let round = 0; round < 20; round++) {
        const folder = yield* Fixture.newFolder(owner)
        yield* forms.update(owner, form.id, { folderId: null })
        const pair = yield* Effect.all(
          [
            Fixture.tagOf((round % 2 === 0 ? folders : others).remove(owner, folder.id)),
            Fixture.tagOf(otherForms.update(owner, form.id, { folderId: folder.id }))
          ],
          unbounded
        )
        assert.include(["FolderNotEmpty Success", "Success FolderUnknown"], pair.join(" "))
      }
    })
  )

  it.effect("a folder that is being filled is not removed, and one that is being removed is not filled", () =>
    Effect.gen(function* () {
      const [folders] = yield* each(FolderStore)
      const [forms] = yield* each(FormStore)
      const sql = yield* Raw
      const owner = yield* Fixture.owner
      const form = yield* Fixture.newForm(owner, "ENQ")
      const filling = yield* Fixture.newFolder(owner)
      const removal = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select from formwork.folders where folder_id = ${filling.id} for key share`
          yield* sql`update formwork.forms set folder_id = ${filling.id} where form_id = ${form.id}`
          const fiber = yield* Effect.forkDetach(Fixture.tagOf(folders.remove(owner, filling.id)))
          yield* waiting(1, fiber)
          return fiber
        })
      )
      assert.strictEqual(yield* Fiber.join(removal), "FolderNotEmpty")
      const going = yield* Fixture.newFolder(owner)
      const move = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`delete from formwork.folders where folder_id = ${going.id}`
          const fiber = yield* Effect.forkDetach(Fixture.tagOf(forms.update(owner, form.id, { folderId: going.id })))
          yield* waiting(1, fiber)
          return fiber
        })
      )
      assert.strictEqual(yield* Fiber.join(move), "FolderUnknown")
    })
  )

  it.effect("of drafts that are saved at once on one revision, one is kept", () =>
    Effect.gen(function* () {
      const stores = yield* each(FormStore)
      const owner = yield* Fixture.owner
      const form = yield* Fixture.newForm(owner, "ENQ")
      for (let revision = 1; revision <= 5; revision++) {
        const results = yield* Effect.forEach(
          times(8, (index) => index),
          (index) =>
            Fixture.tagOf(
              stores[index % 2 === 0 ? 0 : 1].update(owner, form.id, {
                draft: { revision, title: `T${index}`, definition: { index } }
              })
            ),
          unbounded
        )
        assert.strictEqual(results.filter((tag) => tag === "Success").length, 1)
        assert.strictEqual(results.filter((tag) => tag === "DraftStale").length, 7)
      }
      const { draft, draftRevision, title } = yield* stores[0].get(owner, form.id)
      assert.strictEqual(draftRevision, 6)
      assert.deepStrictEqual(draft, { index: Number(title.slice(1)) })
    })
  )

  it.effect("publishing, archiving, moving and removing at once do not deadlock", () =>
    Effect.gen(function* () {
      const folderStores = yield* each(FolderStore)
      const formStores = yield* each(FormStore)
      const owner = yield* Fixture.owner
      const form = yield* Fixture.newForm(owner, "ENQ")
      for (let round = 0; round < 15; round++) {
        const a = yield* Fixture.newFolder(owner)
        const b = yield* Fixture.newFolder(owner)
        const [folders, forms] = [folderStores[round % 2 === 0 ? 0 : 1], formStores[round % 2 === 0 ? 1 : 0]]
        const tags = yield* Effect.all(
          [
            Fixture.tagOf(Fixture.publish(owner, form)),
            Fixture.tagOf(forms.archive(owner, form.id, round % 2 === 0)),
            Fixture.tagOf(forms.update(owner, form.id, { folderId: a.id })),
            Fixture.tagOf(folders.change(owner, b.id, { parentId: a.id }, Fixture.folderLimits)),
            Fixture.tagOf(folders.remove(owner, a.id)),
            Fixture.tagOf(forms.update(owner, form.id, { folderId: b.id }))
          ],
          unbounded
        )
        const known = ["Success", "FormArchived", "FolderUnknown", "FolderNotEmpty"]
        assert.isTrue(
          tags.every((tag) => known.includes(tag)),
          tags.join()
        )
      }
      assertTree(yield* folderStores[0].list(owner))
    })
  )
})

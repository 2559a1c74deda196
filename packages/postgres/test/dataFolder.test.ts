/** The data folder of the embedded database while it is in use: its owner's alone, and given up once it is gone or another. */
import { afterAll, assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Logger } from "effect"
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import * as Fixture from "@formwork/contract/Fixture"
import { Installation } from "../src/database/Installation.ts"
import * as Embedded from "../src/embedded/Embedded.ts"
import { DataLost } from "../src/embedded/FolderLost.ts"
import { ports } from "./Subject.ts"

/** A folder that everybody may enter, as `mkdir` makes one. */
const temporary = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "formwork-data-"))
    chmodSync(folder, 0o755)
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const open = (folder: string) =>
  Layer.build(Layer.fresh(ports(Embedded.layer(folder)))).pipe(Effect.provide(Logger.layer([])))

/** Made once, because a first start takes seconds. */
let template: string | undefined
afterAll(() => (template === undefined ? undefined : rmSync(template, { recursive: true, force: true })))

/** The folder of a database that has been started before. */
const used = Effect.gen(function* () {
  if (template === undefined) {
    template = mkdtempSync(join(tmpdir(), "formwork-template-"))
    yield* Effect.scoped(open(template))
  }
  const folder = yield* temporary
  cpSync(template, folder, { recursive: true })
  return folder
})

const tree = (path: string): ReadonlyArray<string> => [
  path,
  ...(lstatSync(path).isDirectory() ? readdirSync(path).flatMap((name) => tree(join(path, name))) : [])
]

/** What group or others may do something with. */
const exposed = (folder: string) => tree(folder).filter((path) => (lstatSync(path).mode & 0o077) !== 0)

it.live("nothing in the data folder is for group or others, after a first start, while it is used and afterwards", () =>
  Effect.gen(function* () {
    const folder = yield* temporary
    yield* Effect.scoped(
      Effect.gen(function* () {
        const context = yield* open(folder)
        assert.isAbove(tree(folder).length, 900)
        assert.deepStrictEqual(exposed(folder), [])
        yield* Effect.gen(function* () {
          const owner = yield* Fixture.owner
          const { version } = yield* Fixture.liveForm(owner)
          const filing = yield* Fixture.filing(version)
          yield* SubmissionStore.use((store) => store.file(owner, filing))
        }).pipe(Effect.provide(context))
        assert.deepStrictEqual(exposed(folder), [])
      })
    )
    assert.deepStrictEqual(exposed(folder), [])
  }).pipe(Effect.scoped)
)

it.live(
  "a folder that an earlier program left open is its owner's alone from the next start, but for what is not Formwork's",
  () =>
    Effect.gen(function* () {
      const folder = yield* temporary
      yield* Effect.scoped(open(folder))
      for (const [name, text] of [
        ["pepper", "secret"],
        ["notes.txt", "the operator's"]
      ] as const)
        writeFileSync(join(folder, name), text)
      mkdirSync(join(folder, "documents", "organisation"), { recursive: true })
      writeFileSync(join(folder, "documents", "organisation", "quote.pdf"), "%PDF-")
      for (const path of tree(folder)) chmodSync(path, lstatSync(path).isDirectory() ? 0o777 : 0o666)
      assert.isAbove(exposed(folder).length, 900)
      yield* open(folder)
      assert.deepStrictEqual(exposed(folder), [join(folder, "notes.txt")])
    }).pipe(Effect.scoped)
)

/** A database on a folder to which something happens, and what comes of it. */
const after = (happens: (folder: string) => void) =>
  Effect.gen(function* () {
    const folder = yield* used
    const context = yield* open(folder)
    return yield* Effect.gen(function* () {
      const installation = yield* Installation
      const owner = yield* Fixture.owner
      const { version } = yield* Fixture.liveForm(owner)
      const store = yield* SubmissionStore
      assert.isTrue(yield* installation.answers)
      happens(folder)
      const lost = yield* Effect.flip(Context.get(context, DataLost))
      assert.strictEqual(
        lost.message,
        `The data folder ${folder} was deleted, moved or replaced while this process used it, so this process stores nothing more and ends; put the folder back, and start again.`
      )
      assert.isFalse(yield* installation.answers)
      const exit = yield* Effect.exit(store.file(owner, yield* Fixture.filing(version)))
      assert.include(String(exit), "Unavailable")
    }).pipe(Effect.provide(context))
  }).pipe(Effect.scoped)

it.live.each<readonly [what: string, happens: (folder: string) => void]>([
  ["deleted", (folder) => rmSync(folder, { recursive: true })],
  ["moved", (folder) => renameSync(folder, `${folder}.moved`)],
  [
    "replaced by a copy",
    (folder) => {
      renameSync(folder, `${folder}.moved`)
      cpSync(`${folder}.moved`, folder, { recursive: true, preserveTimestamps: true })
    }
  ],
  ["without its database", (folder) => rmSync(join(folder, "postgres"), { recursive: true })],
  ["without PG_VERSION", (folder) => rmSync(join(folder, "postgres", "PG_VERSION"))],
  ["without its lock", (folder) => rmSync(join(folder, "lock"))],
  ["locked by another", (folder) => writeFileSync(join(folder, "lock"), "{}")],
  ["without the lock of its database", (folder) => rmSync(join(folder, "postgres", "formwork.lock"))]
])("a process whose folder is %s stores nothing more, is not ready, and says so in a sentence", ([, happens]) =>
  Effect.ensuring(
    after(happens),
    Effect.sync(() => {
      for (const name of readdirSync(tmpdir()))
        if (/^formwork-data-.{6}\.moved$/u.test(name)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
    })
  )
)

it.live("a second process is refused on files whose outer lock was deleted", () =>
  Effect.gen(function* () {
    const folder = yield* used
    yield* open(folder)
    rmSync(join(folder, "lock"))
    const refused = yield* Effect.flip(Effect.scoped(open(folder)))
    assert.strictEqual(refused._tag === "StartRefused" && refused.reason, "in_use")
  }).pipe(Effect.scoped)
)

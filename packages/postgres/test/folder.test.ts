/** The data folder of the embedded database: it is kept, locked, and refused if it cannot be read. */
import { PGlite } from "@electric-sql/pglite"
import { afterAll, assert, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { spawn } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import * as Fixture from "@formwork/contract/Fixture"
import * as Embedded from "../src/embedded/Embedded.ts"
import * as Pglite from "../src/embedded/Pglite.ts"
import { Installation } from "../src/database/Installation.ts"
import { ports } from "./Subject.ts"
import * as Unreleased from "./Unreleased.ts"

const temporary = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "formwork-folder-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const open = (folder: string) =>
  Layer.build(Layer.fresh(ports(Embedded.layer(folder)))).pipe(Effect.provide(Logger.layer([])))

/** Made once, because a first start takes seconds. */
let template: string | undefined
afterAll(() => (template === undefined ? undefined : rmSync(template, { recursive: true, force: true })))

/** The folder of a database that has been started before. */
const newFolder = Effect.gen(function* () {
  if (template === undefined) {
    template = mkdtempSync(join(tmpdir(), "formwork-template-"))
    yield* Effect.scoped(open(template))
  }
  const folder = yield* temporary
  cpSync(template, folder, { recursive: true })
  return folder
})

const refusal = (folder: string) =>
  Effect.map(Effect.flip(Effect.scoped(open(folder))), (refused) =>
    refused._tag === "StartRefused" ? refused : assert.fail(refused.message)
  )

/** Another process that holds the folder until it is killed. */
const otherProcess = (folder: string) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<() => Promise<void>>((resolve, reject) => {
          const lock = new URL("../src/embedded/DataFolder.ts", import.meta.url).href
          const child = spawn(
            process.execPath,
            [
              "--input-type=module-typescript",
              "-e",
              `
          import { Effect } from "effect"
          import { hold } from ${JSON.stringify(lock)}
          Effect.runPromise(Effect.scoped(Effect.andThen(hold(${JSON.stringify(folder)}),
            Effect.andThen(Effect.sync(() => console.log("held")), Effect.never))))
        `
            ],
            { cwd: join(import.meta.dirname, ".."), stdio: ["ignore", "pipe", "inherit"] }
          )
          const gone = new Promise<void>((ended) => child.on("exit", () => ended()))
          child.stdout.once("data", () => resolve(() => (child.kill("SIGKILL"), gone)))
          child.on("error", reject)
        })
    ),
    (kill) => Effect.promise(kill)
  )

it.live("a stored submission is found again at the next start", () =>
  Effect.gen(function* () {
    const folder = yield* temporary
    const { caller, id, token } = yield* Effect.scoped(
      Effect.gen(function* () {
        const context = yield* open(folder)
        return yield* Effect.gen(function* () {
          const installation = yield* Installation
          assert.isFalse(yield* installation.hasDemo)
          assert.isTrue(yield* installation.claimDemo)
          assert.isFalse(yield* installation.claimDemo)
          const owner = yield* Fixture.owner
          const { caller, token } = yield* Fixture.machine(owner)
          const { version } = yield* Fixture.liveForm(owner)
          const filing = yield* Fixture.filing(version)
          yield* SubmissionStore.use((store) => store.file(caller, filing))
          return { caller, id: filing.submission.id, token }
        }).pipe(Effect.provide(context))
      })
    )
    const context = yield* open(folder)
    yield* Effect.gen(function* () {
      assert.isTrue(yield* (yield* Installation).hasDemo)
      assert.deepStrictEqual((yield* (yield* Admissions).admit(token)).caller.privileges, caller.privileges)
      assert.strictEqual((yield* SubmissionStore.use((store) => store.get(caller, id))).referenceNumber, "ENQ-0001-X")
    }).pipe(Effect.provide(context))
  }).pipe(Effect.scoped)
)

it.live("a second process on the folder is refused in one sentence, and may open it once the first was killed", () =>
  Effect.gen(function* () {
    const folder = yield* newFolder
    const kill = yield* otherProcess(folder)
    const { message, reason } = yield* refusal(folder)
    assert.strictEqual(reason, "in_use")
    assert.match(message, /^The data folder \S+ is in use by process \d+ on \S+; stop it, or choose another folder\.$/u)
    yield* Effect.promise(kill)
    yield* Effect.scoped(open(folder))
  }).pipe(Effect.scoped)
)

it.live("the same process cannot open the folder twice", () =>
  Effect.gen(function* () {
    const folder = yield* newFolder
    yield* open(folder)
    assert.strictEqual((yield* refusal(folder)).reason, "in_use")
  }).pipe(Effect.scoped)
)

it.live("a lock is void if its process id belongs to another process by now", () =>
  Effect.gen(function* () {
    const folder = yield* newFolder
    const kill = yield* otherProcess(folder)
    const holder = JSON.parse(readFileSync(join(folder, "lock"), "utf8"))
    yield* Effect.promise(kill)
    writeFileSync(join(folder, "lock"), JSON.stringify({ ...holder, pid: process.ppid }))
    yield* Effect.scoped(open(folder))
  }).pipe(Effect.scoped)
)

it.live("a folder that another machine has locked lately is refused", () =>
  Effect.gen(function* () {
    const folder = yield* newFolder
    writeFileSync(join(folder, "lock"), JSON.stringify({ pid: 1, startedAt: "1", host: "elsewhere" }))
    assert.strictEqual((yield* refusal(folder)).reason, "in_use")
  }).pipe(Effect.scoped)
)

it.live("a folder that cannot be read as a database is refused in one sentence, and stays unchanged", () =>
  Effect.gen(function* () {
    const folder = yield* newFolder
    yield* Effect.scoped(open(folder))
    const sentence = `The data folder ${folder} cannot be opened as a database; put a copy of it back, or choose another folder.`
    const control = join(folder, "postgres", "global", "pg_control")
    const whole = readFileSync(control)
    truncateSync(control, 100)
    const torn = yield* refusal(folder)
    assert.deepStrictEqual([torn.reason, torn.message], ["corrupt", sentence])
    writeFileSync(control, whole)
    rmSync(join(folder, "postgres", "PG_VERSION"))
    assert.strictEqual((yield* refusal(folder)).message, sentence)
    writeFileSync(join(folder, "postgres", "PG_VERSION"), "18\n")
    yield* Effect.scoped(open(folder))
  }).pipe(Effect.scoped)
)

it.live("a folder from before the first release is refused with what to do, and stays unchanged", () =>
  Effect.gen(function* () {
    const folder = yield* newFolder
    const ledger = (statement: string) =>
      Effect.acquireUseRelease(
        Effect.promise(() => PGlite.create(join(folder, "postgres"))),
        (database) => Effect.promise(() => database.query(statement)),
        (database) => Effect.promise(() => database.close())
      )
    yield* ledger(Unreleased.ledger)
    const refused = yield* Effect.flip(Effect.scoped(open(folder)))
    assert.strictEqual(refused._tag, "MigrationRefused")
    assert.strictEqual(
      refused.message,
      "The database is from before the first release (it has the migration 0002_tables.sql), and its data cannot be carried over: " +
        `delete the data folder, or on a server drop the database, and start again. The data folder is ${folder}.`
    )
    assert.lengthOf((yield* ledger("select name from formwork.migrations")).rows, 18)
  }).pipe(Effect.scoped)
)

it.live("a folder that is a file is refused in one sentence", () =>
  Effect.gen(function* () {
    const file = join(yield* temporary, "a-file")
    writeFileSync(file, "")
    const { message, reason } = yield* refusal(file)
    assert.strictEqual(reason, "unwritable")
    assert.match(message, /^The data folder \S+ cannot be written to: EEXIST.+\.$/u)
  }).pipe(Effect.scoped)
)

it.live(
  "the embedded database stays formwork_api, also after its connection broke off in the middle of a transaction",
  () =>
    Effect.gen(function* () {
      const database = yield* Pglite.openMemory
      const sql = yield* Pglite.prepared(database)
      const role = Effect.map(sql<{ role: string }>`select current_user::text as role`, ([row]) => row?.role)
      assert.strictEqual(yield* role, "formwork_api")
      const broken = yield* Effect.exit(
        sql.withTransaction(
          Effect.andThen(
            sql`select set_config('app.organisation_id', 'left behind', true)`,
            sql`select i from formwork.installation i` // a composite: no codec reads it, which ends the connection
          )
        )
      )
      assert.strictEqual(broken._tag, "Failure")
      assert.strictEqual(yield* role, "formwork_api")
      const [left] = yield* sql<{
        organisation: string
      }>`select coalesce(current_setting('app.organisation_id', true), '') as organisation`
      assert.strictEqual(left?.organisation, "")
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([])))
)

/** A full disk under the embedded database's folder, when it starts. */
import { afterAll, assert, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmdirSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import * as Fixture from "@formwork/contract/Fixture"
import { MigrationRefused } from "../src/database/MigrationRefused.ts"
import { StartRefused } from "../src/database/StartRefused.ts"
import * as Embedded from "../src/embedded/Embedded.ts"
import { orFull } from "../src/embedded/diskFull.ts"
import { ports } from "./Subject.ts"

const mebibyte = 1024 * 1024

it("what the system, Postgres or PGlite say of no room is a full disk at any depth, and so is a failure where next to nothing is free", () => {
  const [failed, ...full] = [{ code: "EIO" }, { code: "ENOSPC" }, { code: "53100" }, { name: "ErrnoError", errno: 51 }]
  const rooms = [undefined, 0, 32 * mebibyte - 1, 32 * mebibyte, 2 ** 40]
  for (const first of [failed, ...full]) {
    let cause: unknown = first
    for (let depth = 0; depth < 4; depth++) {
      for (const room of rooms) {
        for (const refusal of [
          new MigrationRefused({ message: "It cannot be prepared.", cause }),
          new StartRefused({ reason: "corrupt", message: "It cannot be opened.", cause })
        ]) {
          const found = orFull("/data", () => room)(refusal)
          const isFull = first !== failed || (room !== undefined && room < 32 * mebibyte)
          assert.strictEqual(found._tag === "StartRefused" && found.reason === "full", isFull)
          if (!isFull) assert.strictEqual(found, refusal)
          else
            assert.match(
              found.message,
              /^The disk of \/data is full.*: make room and start again; the folder is as it was\.$/u
            )
        }
      }
      cause = new Error("a failure", { cause })
    }
  }
})

it("what this program decides itself stays as it is, however little is free", () => {
  const inUse = new StartRefused({ reason: "in_use", message: "Another process has it." })
  const newer = new MigrationRefused({
    message: "In this folder: too new.",
    cause: new MigrationRefused({ message: "Too new." })
  })
  for (const refusal of [inUse, newer]) assert.strictEqual(orFull("/data", () => 0)(refusal), refusal)
})

/** A disk of its own; undefined where this user may mount none. */
const small = (): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), "formwork-disk-"))
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=160m,mode=0700", "formwork-test", folder], { stdio: "pipe" })
    return folder
  } catch {
    rmdirSync(folder)
    return undefined
  }
}

const disk = small()

afterAll(() => {
  if (disk === undefined) return
  execFileSync("umount", ["--lazy", disk]) // PGlite keeps files open of what it could not open
  rmdirSync(disk)
})

it.live.skipIf(disk === undefined)(
  "a start on a full disk says so, and with room the folder opens as it was",
  () =>
    Effect.gen(function* () {
      const root = disk ?? assert.fail("no disk")
      const folder = join(root, "data")
      const open = Layer.build(Layer.fresh(ports(Embedded.layer(folder))))
      const fullBut = <A, E, R>(bytes: number, work: Effect.Effect<A, E, R>) =>
        Effect.acquireUseRelease(
          Effect.sync(() => {
            const { bavail, bsize } = statfsSync(root)
            writeFileSync(join(root, "filling"), Buffer.alloc(bavail * bsize - bytes))
          }),
          () => work,
          () => Effect.sync(() => rmSync(join(root, "filling")))
        )
      const refused = Effect.fnUntraced(function* (bytes: number) {
        const refusal = yield* Effect.flip(Effect.asVoid(Effect.scoped(fullBut(bytes, open)))).pipe(
          Effect.catch(() => Effect.die(new Error(`It starts with ${bytes} bytes.`)))
        )
        assert.strictEqual(refusal._tag === "StartRefused" ? refusal.reason : refusal._tag, "full", `${bytes} bytes`)
        assert.include(refusal.message, `The disk of ${folder} is full`)
      })

      yield* refused(10 * mebibyte)
      assert.deepStrictEqual(readdirSync(folder), [], "after a first start")
      const kept = yield* Effect.scoped(
        Effect.gen(function* () {
          const services = yield* open
          return yield* Effect.gen(function* () {
            const caller = yield* Fixture.owner
            const { version } = yield* Fixture.liveForm(caller, "ENQ")
            const filing = yield* Fixture.filing(version)
            yield* (yield* SubmissionStore).file(caller, filing)
            return { caller, id: filing.submission.id }
          }).pipe(Effect.provideContext(services))
        })
      )
      // The lock finds no room; PGlite finds none.
      for (const bytes of [0, 8_192]) {
        yield* refused(bytes)
        yield* Effect.scoped(
          Effect.gen(function* () {
            const store = Effect.provideContext(SubmissionStore, yield* open)
            assert.strictEqual((yield* (yield* store).get(kept.caller, kept.id)).id, kept.id)
          })
        )
      }
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([]))),
  120_000
)

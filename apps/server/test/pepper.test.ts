/** The pepper that the first start makes beside the embedded database. */
import { assert, it } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { Effect, FileSystem, PlatformError } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Crypto from "@formwork/postgres/crypto/Crypto"
import * as Pepper from "../src/settings/Pepper.ts"

const noRoom = PlatformError.systemError({ _tag: "Unknown", module: "FileSystem", method: "writeFileString" })

it.effect("a disk that fills up while the pepper is written leaves no part of one for the next start", () =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const folder = yield* files.makeTempDirectoryScoped()
    const full = FileSystem.FileSystem.of({
      ...files,
      writeFileString: (path) => Effect.andThen(files.writeFileString(path, ""), Effect.fail(noRoom))
    })
    const refusal = yield* Effect.flip(Effect.provideService(Pepper.fromFolder(folder), FileSystem.FileSystem, full))
    assert.include(refusal.message, folder)
    assert.isFalse(existsSync(join(folder, "pepper")))
    yield* Pepper.fromFolder(folder)
    assert.isAbove(readFileSync(join(folder, "pepper"), "utf8").length, 40)
  }).pipe(Effect.scoped, Effect.provide([NodeServices.layer, Crypto.layer]))
)

/** A package that its user installs: there, missing, or broken. */
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import * as OptionalPackage from "@formwork/domain/OptionalPackage"

const wanted = { needs: "Crystal balls need", name: "@ball/crystal", range: "^1.2.0" }

const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /app/x.js`), { code: "ERR_MODULE_NOT_FOUND" })

const defectOf = <A>(exit: Exit.Exit<A>): unknown => (Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined)

it.effect("a package that is there is given", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* OptionalPackage.load(wanted, () => Promise.resolve({ gaze: 1 })), { gaze: 1 })
  })
)

it.effect("a missing package is a defect whose sentence says what to install", () =>
  Effect.gen(function* () {
    const defect = defectOf(
      yield* Effect.exit(OptionalPackage.load(wanted, () => Promise.reject(missing("@ball/crystal"))))
    )
    assert.instanceOf(defect, OptionalPackage.PackageMissing)
    assert.strictEqual(defect.message, "Crystal balls need the package @ball/crystal: npm install @ball/crystal@^1.2.0")
  })
)

it.effect("a package that is there and cannot be loaded shows its own error", () =>
  Effect.gen(function* () {
    for (const error of [missing("glass"), new Error("no 'future' in '@ball/crystal'")])
      assert.strictEqual(defectOf(yield* Effect.exit(OptionalPackage.load(wanted, () => Promise.reject(error)))), error)
  })
)

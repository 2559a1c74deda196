/** A refusal as any framework answers it is what the server answers. */
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import { readFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import * as Problem from "../../src/problem/Problem.ts"
import * as ProblemDetails from "../../src/problem/ProblemDetails.ts"
import { rows } from "../support/problemRows.ts"

it("each refusal has the status, the headers and the body that the server answers, but for the link to its pages", () => {
  for (const { refusal } of rows) {
    const answer = ProblemDetails.answer(refusal, "r-1")
    const { body, code, headers, status } = Problem.of(refusal, "r-1")
    const { link: _, ...others } = answer.headers
    assert.deepStrictEqual([status, headers, JSON.stringify(body)], [answer.status, others, answer.body])
    assert.strictEqual(code, body.code)
    assert.deepStrictEqual(Problem.ofCause(Cause.fail(refusal), "r-1"), Problem.of(refusal, "r-1"))
    assert.notProperty(Problem.of(refusal).body, "requestId")
  }
})

it.effect("a defect is 500 and shows nothing of itself; an outage and an interruption are 503, to be tried again", () =>
  Effect.gen(function* () {
    const of = Effect.fnUntraced(function* (effect: Effect.Effect<never>) {
      const exit = yield* Effect.exit(effect)
      return Exit.isFailure(exit) ? Problem.ofCause(exit.cause) : assert.fail("it succeeded")
    })
    const fault = yield* of(Effect.die(new Error("the password is hunter2")))
    assert.strictEqual(fault.status, 500)
    assert.notInclude(JSON.stringify(fault), "hunter2")
    for (const away of [Effect.die(new Unavailable({ reason: "10.0.0.7 is gone" })), Effect.interrupt]) {
      const outage = yield* of(away)
      assert.deepInclude(outage, { status: 503, code: "UNAVAILABLE" })
      assert.strictEqual(outage.headers["retry-after"], "5")
      assert.notInclude(JSON.stringify(outage), "10.0.0.7")
    }
  })
)

/** The modules that a module imports when it runs, with those of their files. */
const imported = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(file)) return seen
  seen.add(file)
  const source = readFileSync(file, "utf8")
  for (const [, from = ""] of source.matchAll(/^(?:import|export) (?!type )[^;]*? from "([^"]+)"/gmu)) {
    if (from.startsWith(".")) imported(resolve(dirname(file), from), seen)
    else seen.add(from)
  }
  return seen
}

it("it needs no server: its modules import the domain and effect alone", () => {
  const start = fileURLToPath(new URL("../../src/problem/Problem.ts", import.meta.url))
  const packages = [...imported(start)].filter((name) => !name.startsWith("/"))
  assert.includeMembers(packages, ["effect", "@formwork/domain/callers/Refusal"])
  assert.deepStrictEqual(
    packages.filter((name) => !/^(effect$|@formwork\/domain\/)/u.test(name)),
    []
  )
})

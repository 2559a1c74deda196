/**
 * Every operation of both documents × random privileges without `form:read`: no answer has anything of an internal field in it
 * (docs/decisions/0256). 2,000 answers here; `INTERNAL_ANSWERS=100000` for more, `INTERNAL_SEED` to repeat a run.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Privilege } from "@formwork/domain/callers/Privilege"
import * as Harness from "../support/Harness.ts"
import * as Law from "../support/internalLaw.ts"
import * as SecretForm from "../support/secretForm.ts"
import * as Wire from "../support/wire.ts"

const answers = Number(process.env["INTERNAL_ANSWERS"] ?? 2_000)
const seed = Number(process.env["INTERNAL_SEED"] ?? Date.now() % 1_000_000)

layer(Harness.layer(), { excludeTestServices: true })("internal fields", (it) => {
  it.effect(
    `nothing of them is in ${answers} answers to callers without form:read (seed ${seed})`,
    () =>
      Effect.gen(function* () {
        const succeeded = yield* Law.holds(answers, seed)
        if (answers >= 2_000) assert.includeMembers([...succeeded], Law.telling)
      }),
    { timeout: 3_600_000 }
  )

  it.effect("a caller with every privilege sees them in each of these answers, so that the law can fail", () =>
    Effect.gen(function* () {
      assert.includeMembers(
        [...(yield* Law.seenBy(Privilege.literals))],
        [
          "evaluate",
          "createSubmission",
          "forms.evaluate",
          "forms.evaluateBatch",
          "submissions.list",
          "submissions.get",
          "submissions.revision",
          "submissions.example",
          "submissions.export",
          "documents.list",
          "documents.get",
          "effects.list",
          "effects.get",
          "effects.content",
          "reports.submissions",
          "forms.schema",
          "drafts.get"
        ]
      )
    })
  )

  it.effect("a filter over them finds nothing and names nothing, as over a field that does not exist", () =>
    Effect.gen(function* () {
      const { tenant } = yield* SecretForm.made
      const reader = Redacted.value((yield* tenant.mint("submission:read")).token.text)
      const author = Redacted.value((yield* tenant.mint("submission:read", "form:read")).token.text)
      const count = (token: string, query: string) =>
        Effect.map(
          Harness.send(
            Wire.request({
              method: "GET",
              path: `/api/platform/submissions?form=${tenant.form.id}&${query}`,
              token,
              contentType: undefined
            })
          ),
          (answer) => [answer.status, Object(Wire.json(answer)["items"])["length"]]
        )
      for (const query of ["text=qxcanary", "text=8172635"]) {
        assert.deepStrictEqual(yield* count(reader, query), [200, 0])
        assert.deepStrictEqual(yield* count(author, query), [200, 2])
      }
      for (const where of ["label(plan) == 'Plan A' || label(plan) == 'Plan B'", "label(plan) != 'qxcanary note'"])
        for (const token of [reader, author, reader])
          assert.deepStrictEqual(yield* count(token, `where=${encodeURIComponent(where)}`), [200, 2])
      for (const name of [
        "qxcanaryNumber > 1",
        "age < qxcanary_factor",
        "lookup(qxcanary_table, 'load', age) > 1",
        "plan.qxcanary_cost > 1"
      ]) {
        const where = `where=${encodeURIComponent(name)}`
        assert.deepStrictEqual(yield* count(reader, where), [422, undefined])
        assert.deepStrictEqual(yield* count(author, where), [200, 2])
      }
    })
  )
})

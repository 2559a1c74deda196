/** The idempotency key of a create is checked by the domain, whatever adapter is beneath and whatever calls it. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { CreateRequest } from "@formwork/domain/filing/create"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { Forms } from "@formwork/domain/forms/Forms"
import { FormId } from "@formwork/domain/forms/Form"
import { before as definition } from "../forms/enquiryForm.ts"
import { services, setting, tag } from "../people/ownerFixture.ts"

const wrong = ["", " ", "a b", "é", "\0", "a\n", "a".repeat(256), "a".repeat(100_000)]
const right = ["!", "~", "order-17", "a".repeat(255)]

layer(services)("an idempotency key", (it) => {
  it.effect("is 1 to 255 visible ASCII characters, or the create is refused and stores nothing", () =>
    Effect.gen(function* () {
      const { operator, tenant } = yield* setting
      const submissions = yield* Submissions
      const form = yield* Forms.use((forms) => forms.create(operator, definition))
      yield* Forms.use((forms) => forms.publish(operator, form.id))
      const request = (idempotencyKey: string): CreateRequest => ({ data: {}, draft: true, idempotencyKey })
      for (const key of wrong) {
        for (const given of [request(key), Effect.succeed(request(key))]) {
          const refusal = yield* Effect.flip(submissions.create(operator, form.id, given))
          if (refusal._tag !== "RequestInvalid") return assert.fail(refusal._tag)
          assert.deepStrictEqual(refusal.problems, [
            {
              field: "idempotencyKey",
              message: '"idempotencyKey" must be 1 to 255 visible ASCII characters.',
              code: "rule",
              pointer: "/idempotencyKey"
            }
          ])
        }
      }
      assert.strictEqual(tenant.submissions.size, 0)
      for (const key of right) yield* submissions.create(operator, form.id, request(key))
      assert.strictEqual(tenant.submissions.size, right.length)
      const nowhere = FormId.make("01890000-0000-7000-8000-000000000000")
      assert.strictEqual(yield* tag(submissions.create(operator, nowhere, request(""))), "FormNotFound")
    })
  )
})

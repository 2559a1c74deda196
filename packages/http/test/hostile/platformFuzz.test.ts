/** Whatever comes to the app API: nothing fails on it, and every answer is one that the document declares. */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { Privilege } from "@formwork/domain/callers/Privilege"
import * as Harness from "../support/Harness.ts"
import * as Operations from "../support/operations.ts"
import { requests } from "../support/requests.ts"
import * as Wire from "../support/wire.ts"

layer(Harness.layer(), { excludeTestServices: true })("random input to the app API", (it) => {
  it.effect.prop(
    "is answered without a 5xx, by every operation, as the document says",
    [Schema.Json, Schema.String, Schema.Int],
    ([json, text, number]) =>
      Effect.gen(function* () {
        const { form, key, mint, operator, version } = yield* Harness.tenant
        const submissions = yield* Submissions
        const draft = { data: { age: 36 }, draft: true, idempotencyKey: undefined }
        const { submission } = yield* submissions.create(operator, form.id, draft)
        const all = yield* mint(...Privilege.literals)
        const [, app] = yield* Operations.documents(key)
        const ids = {
          apiKeyId: all.key.id,
          userId: operator.userId,
          submissionId: submission.id,
          formId: form.id,
          folderId: (yield* Harness.newFolder(operator)).id,
          versionId: version.id
        }
        for (const { operation, request } of requests(Operations.of(app), { json, text, number, ids })) {
          // The key that asks may end itself: then the rest is asked by nobody, which is an answer too.
          const answer = yield* Harness.send(Wire.request({ ...request, token: Redacted.value(all.token.text) }))
          const status = operation === undefined ? [404, 405, 401] : Object.keys(operation.responses).map(Number)
          assert.include(
            status,
            answer.status,
            `${request.method} ${request.path} ${String(request.body)} ${answer.body}`
          )
          assert.isBelow(answer.status, 500)
        }
      }),
    { arbitrary: { runs: 12 } }
  )
})

/** Random input to the app API gets an answer that its document declares, and never a 5xx. */
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
    "every operation answers random input as the document says, without a 5xx",
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
          // The key of these requests may revoke itself. The requests after it are then answered 401, which the document declares too.
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

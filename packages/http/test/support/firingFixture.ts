/** Effects of a tenant of the harness, as they are after a first attempt. */
import { Duration, Effect, Option, Redacted } from "effect"
import { DocumentStore } from "@formwork/domain/sending/DocumentStore"
import { SecretValue } from "@formwork/domain/secrets/Secret"
import { Secrets } from "@formwork/domain/secrets/Secrets"
import { FormStore } from "@formwork/domain/forms/FormStore"
import * as Memory from "@formwork/contract/FiringFixture"
import type * as Harness from "./Harness.ts"

type Tenant = Effect.Success<typeof Harness.tenant>

const version = ({ form, operator }: Tenant) =>
  FormStore.use((forms) => forms.findLive(operator, form.id)).pipe(Effect.map(Option.getOrThrow))

/** A firing that no dispatcher has claimed, of its own submission, and a document that is stored for it anyway. */
export const dead = Effect.fnUntraced(function* (tenant: Tenant) {
  const { operator } = tenant
  const documents = yield* DocumentStore
  const { ids, submission } = yield* Memory.file(operator, yield* version(tenant), [Memory.note]).pipe(Effect.orDie)
  for (const claim of yield* Memory.claim([operator]))
    yield* Memory.settle(claim, "dead", { status: 550, excerpt: "no such mailbox", reason: "No." })
  const [id] = ids
  if (id === undefined) return yield* Effect.die(new Error("nothing was fired"))
  const file = { fileName: "Policy – Ädel.pdf", mediaType: "application/pdf", bytes: Uint8Array.of(37, 80) } as const
  yield* Effect.orDie(documents.put(operator.organisationId, id, file))
  return { id, submissionId: submission.id }
})

/** A secret with a unique name. */
export const secret = Effect.fnUntraced(function* ({ operator }: Tenant) {
  const secrets = yield* Secrets
  const name = `s${crypto.randomUUID()}`
  const value = Redacted.make(SecretValue.make("value"))
  yield* Effect.orDie(secrets.put(operator, name, value, Duration.zero))
  return name
})

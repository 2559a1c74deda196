/** The demo: an organisation with its owner, three published forms and one key, so that a first request can be made at once. */
import { Effect, FileSystem, Path, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import type { FormId } from "@formwork/domain/forms/Form"
import { ExampleList } from "@formwork/domain/forms/Example"
import { Examples } from "@formwork/domain/forms/Examples"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Caller from "@formwork/domain/callers/Caller"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Organisations } from "@formwork/domain/people/Organisations"
import { StartupFailure } from "./StartupFailure.ts"

interface DemoForm {
  readonly id: FormId
  readonly code: string
  readonly title: string
  /** A payload that evaluates as valid, as JSON on one line. */
  readonly example: string
}

export interface Demo {
  readonly token: Redacted.Redacted
  /** A short one first, which the README and the docs begin with, then one as large as forms of insurers are. */
  readonly forms: readonly [roof: DemoForm, motorQuote: DemoForm, intakeScore: DemoForm]
  /** How the organisation's owner signs in. */
  readonly signIn: { readonly email: string; readonly password: Redacted.Redacted; readonly organisation: string }
}

const decodeCases = Schema.decodeUnknownEffect(Schema.Struct({ examples: ExampleList }))
const json = Schema.decodeEffect(Schema.fromJsonString(Schema.Json))

const readDemo = Effect.fnUntraced(function* (name: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const url = yield* Effect.orDie(path.fromFileUrl(new URL("../demo", import.meta.url)))
  return yield* Effect.orDie(Effect.flatMap(files.readFileString(path.join(url, `${name}.json`)), (text) => json(text)))
})

/** The cases of a demo form: publishing runs them. */
const readCases = Effect.fnUntraced(function* (name: string) {
  return yield* Effect.orDie(decodeCases(yield* readDemo(`${name}.cases`)))
})

/** Makes the demo, with its organisation's owner as the caller, through the same services as every request. */
export const seed = Effect.gen(function* () {
  const organisations = yield* Organisations
  const random = yield* SecureRandom.SecureRandom
  const password = Redacted.make(Base64Url.encode(yield* random.randomBytes(18)), { label: "password" })
  const { organisation, owner } = yield* organisations.found("Demo Insurance", {
    email: "owner@demo.example",
    name: "Demo Owner",
    password
  })
  const operator = Caller.operator(organisation.id, owner.id)
  const published = yield* Effect.all([
    publish(operator, "roof"),
    publish(operator, "motor-quote"),
    publish(operator, "intake-score")
  ])
  const keys = yield* ApiKeys
  const { token } = yield* keys.create(operator, {
    name: "Demo key",
    privileges: ["form:read", "submission:read", "submission:write"]
  })
  const signIn = { email: owner.email, password, organisation: organisation.id }
  return { token: token.text, forms: published, signIn } satisfies Demo
}).pipe(
  Effect.mapError(
    (failure) =>
      new StartupFailure({
        message: `The demo could not be made: ${failure instanceof Unavailable ? failure.reason : failure._tag}.`
      })
  )
)

/** A machine on which much else starts may take longer for a definition than one analysis has. */
const patiently = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Unavailable, R> =>
  work.pipe(
    Effect.catchDefect((defect) => (defect instanceof Unavailable ? Effect.fail(defect) : Effect.die(defect))),
    Effect.retry({ while: (failure) => failure instanceof Unavailable, times: 5 })
  )

const publish = Effect.fnUntraced(function* (operator: Caller.Caller, name: string) {
  const service = yield* Forms
  const examples = yield* Examples
  const form = yield* patiently(service.create(operator, yield* readDemo(name)))
  yield* patiently(examples.save(operator, form.id, (yield* readCases(name)).examples, 1))
  yield* patiently(service.publish(operator, form.id))
  return {
    id: form.id,
    code: form.code,
    title: form.title,
    example: JSON.stringify(yield* readDemo(`${name}.example`))
  } satisfies DemoForm
})

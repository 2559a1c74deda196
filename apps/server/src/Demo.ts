/** The demo: an organisation with its owner, two published forms and one key, so that a first request can be made at once. */
import { Console, Effect, FileSystem, Path, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import type { FormId } from "@formwork/domain/forms/Form"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Caller from "@formwork/domain/callers/Caller"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Organisations } from "@formwork/domain/people/Organisations"
import { StartupFailure } from "./StartupFailure.ts"

const forms = ["motor-quote", "intake-score"] as const

interface DemoForm {
  readonly id: FormId
  readonly title: string
  /** A payload that evaluates as valid, as JSON on one line. */
  readonly example: string
}

export interface Demo {
  readonly token: Redacted.Redacted
  readonly forms: ReadonlyArray<DemoForm>
  /** How the organisation's owner signs in. */
  readonly signIn: { readonly email: string; readonly password: Redacted.Redacted; readonly organisation: string }
}

const json = Schema.decodeEffect(Schema.fromJsonString(Schema.Json))

const readDemo = Effect.fnUntraced(function* (name: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const url = yield* Effect.orDie(path.fromFileUrl(new URL("../demo", import.meta.url)))
  return yield* Effect.orDie(Effect.flatMap(files.readFileString(path.join(url, `${name}.json`)), (text) => json(text)))
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
  const published = yield* Effect.forEach(forms, (name) => publish(operator, name))
  const keys = yield* ApiKeys
  const { token } = yield* keys.create(operator, {
    name: "Demo key",
    privileges: ["form:read", "submission:read", "submission:write"]
  })
  const signIn = { email: owner.email, password, organisation: organisation.id }
  return { token: token.text, forms: published, signIn } satisfies Demo
}).pipe(Effect.mapError(({ _tag }) => new StartupFailure({ message: `The demo could not be made: ${_tag}.` })))

const publish = Effect.fnUntraced(function* (operator: Caller.Caller, name: string) {
  const service = yield* Forms
  const form = yield* service.create(operator, yield* readDemo(name))
  yield* service.publish(operator, form.id)
  return {
    id: form.id,
    title: form.title,
    example: JSON.stringify(yield* readDemo(`${name}.example`))
  } satisfies DemoForm
})

const curl = (address: string, demo: Demo, operation: "evaluate" | "submissions"): string => {
  const [form] = demo.forms
  if (form === undefined) return ""
  const url = `${address}/api/platform/v1/forms/${form.id}/${operation}`
  const key = Redacted.value(demo.token)
  return `curl -sS '${url}' -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"data":${form.example.replaceAll("'", "'\\''")}}'`
}

const signingIn = (address: string, { signIn }: Demo): string => {
  const body = JSON.stringify({ ...signIn, password: Redacted.value(signIn.password) })
  return `curl -sS '${address}/api/platform/sessions' -H 'Content-Type: application/json' -d '${body}'`
}

/** The file in the data folder that keeps the introduction where no person reads the output. */
const file = "demo.txt"

/**
 * Shows the introduction: prints it on a terminal; elsewhere, where a service manager may keep what is printed, writes it into a
 * file that its owner alone may read, and prints where.
 */
export const introduce = Effect.fnUntraced(
  function* (
    address: string,
    demo: Demo,
    { dataDir, isTerminal }: { readonly dataDir: string; readonly isTerminal: boolean }
  ) {
    if (isTerminal) return yield* Console.log(introduction(address, demo))
    const files = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const name = path.resolve(dataDir, file)
    yield* files.makeDirectory(dataDir, { recursive: true, mode: 0o700 })
    yield* files.remove(name, { force: true })
    // A new file, so that it has this mode whatever was there before.
    yield* files.writeFileString(name, introduction(address, demo), { flag: "wx", mode: 0o600 })
    yield* Console.log(
      `A demo organisation is ready. Its key and its owner's password are in ${name}, which no other user may read.`
    )
  },
  Effect.mapError(({ message }) => new StartupFailure({ message: `The demo's key could not be kept: ${message}.` }))
)

/** What is shown on the first start of the demo. Only this text has the key and the password. */
const introduction = (address: string, demo: Demo): string => `
A demo organisation is ready, with two published forms: ${demo.forms.map(({ title }) => `"${title}"`).join(" and ")}.
Its API key, shown this once:

${Redacted.value(demo.token)}

Price a quote (evaluate: nothing is stored):

${curl(address, demo, "evaluate")}

File it (create: stored, with a reference number):

${curl(address, demo, "submissions")}

Sign in as its owner, whose token may do everything (docs/app-api.md: keys, people):

${signingIn(address, demo)}
`

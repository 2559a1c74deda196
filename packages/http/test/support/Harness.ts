/** A running server over the in-memory adapter, with one organisation that has a published form and keys. */
import { Effect, Layer, Redacted, References } from "effect"
import type { Context, Duration } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpServer } from "effect/http"
import { Folders } from "@formwork/domain/folders/Folders"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Caller from "@formwork/domain/callers/Caller"
import type { KeyLimits } from "@formwork/domain/callers/KeyLimits"
import type { Privilege } from "@formwork/domain/callers/Privilege"
import type { Role } from "@formwork/domain/callers/Role"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import type { Quota } from "@formwork/domain/limits/Budget"
import { Invitations } from "@formwork/domain/people/Invitations"
import { Organisations } from "@formwork/domain/people/Organisations"
import { Users } from "@formwork/domain/people/Users"
import * as Services from "@formwork/domain/Services"
import * as Memory from "@formwork/memory/Memory"
import type { JsonObject } from "@formwork/rules/Json"
import { AddressQuota, StrangerQuota } from "../../src/pipeline/AddressBudgets.ts"
import { TrustedProxies } from "../../src/request/ClientAddress.ts"
import * as Server from "../../src/Server.ts"
import { ConnectionLimits, HeadLimits } from "../../src/Server.ts"
import { BatchLimits } from "../../src/request/BatchLimits.ts"
import { BodyBytesLimit } from "../../src/request/BodyBytes.ts"
import { FileBodyLimits } from "../../src/request/FileBody.ts"
import { TurnLimits } from "../../src/request/Turns.ts"
import { BodyLimits } from "../../src/request/StrictBody.ts"
import { UploadBytesLimit } from "../../src/request/UploadRoom.ts"
import * as Wire from "./wire.ts"

export const services = (quota?: Quota) => Services.layer.pipe(Layer.provideMerge(Memory.layer(quota)))

/** Budgets that no test spends by accident. */
const ample: Quota = { limit: 100_000, windowMillis: 60_000 }

export interface Setting {
  readonly quota?: Quota
  readonly body?: Partial<Context.Service.Shape<typeof BodyLimits>>
  readonly head?: { readonly bytes: number; readonly millis: number }
  readonly logs?: "Info"
  readonly gracefulShutdown?: Duration.Input
  readonly addresses?: Context.Service.Shape<typeof AddressQuota>
  readonly proxies?: number
  readonly strangers?: Context.Service.Shape<typeof StrangerQuota>
  readonly connections?: Partial<Context.Service.Shape<typeof ConnectionLimits>>
  readonly turns?: Partial<Context.Service.Shape<typeof TurnLimits>>
  readonly bodyBytes?: number
  readonly uploadBytes?: number
  readonly file?: Partial<Context.Service.Shape<typeof FileBodyLimits>>
  readonly batch?: Partial<Context.Service.Shape<typeof BatchLimits>>
}

const defaultBody = { bytes: 1_048_576, millis: 10_000, depth: 32, drainBytes: 8_388_608, drainMillis: 2_000 }

const defaultFile = {
  idleMillis: 10_000,
  bytesPerSecond: 16_384,
  crowdedBytesPerSecond: 65_536,
  millis: 300_000,
  roomMillis: 120_000
}

const defaultBatch = {
  lines: 100_000,
  bytes: 268_435_456,
  millis: 600_000,
  idleMillis: 60_000,
  linesPerRequest: 100,
  checkMillis: 500,
  atOnce: 4
}

const defaultTurns = Effect.runSync(TurnLimits)

/** The server over given services. Nothing is logged unless a test asks for it. */
export const over = <A, E>(
  services: Layer.Layer<A, E>,
  {
    addresses,
    batch,
    body,
    bodyBytes = 64 * 1024 * 1024,
    connections,
    file,
    gracefulShutdown = "2 seconds",
    head,
    logs,
    proxies = 0,
    strangers,
    turns,
    uploadBytes = 128 * 1024 * 1024
  }: Setting = {}
) =>
  Server.layer({ host: "127.0.0.1", port: 0, gracefulShutdown }).pipe(
    Layer.provideMerge(services),
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.succeed(References.MinimumLogLevel, logs ?? "None"),
        Layer.succeed(AddressQuota, addresses ?? { ...ample, addresses: 10_000 }),
        Layer.succeed(StrangerQuota, strangers ?? { ...ample, addresses: 10_000 }),
        Layer.succeed(ConnectionLimits, {
          connections: 1_000,
          pipelined: 32,
          answerMillis: 10_000,
          answerBytesPerSecond: 16_384,
          ...connections
        }),
        Layer.succeed(TurnLimits, { ...defaultTurns, ...turns }),
        Layer.succeed(BatchLimits, { ...defaultBatch, ...batch }),
        Layer.succeed(BodyBytesLimit, bodyBytes),
        Layer.succeed(UploadBytesLimit, uploadBytes),
        Layer.succeed(FileBodyLimits, { ...defaultFile, ...file }),
        Layer.succeed(TrustedProxies, proxies),
        Layer.succeed(BodyLimits, { ...defaultBody, ...body }),
        Layer.succeed(HeadLimits, head ?? { bytes: 16_384, millis: 10_000 })
      )
    )
  )

export const layer = (setting: Setting = {}) => over(services(setting.quota ?? ample), setting)

const definition: JsonObject = {
  title: "Quote",
  code: "QT",
  timeZone: "UTC",
  fields: [
    { slug: "name", type: "text", required: true },
    { slug: "age", type: "integer", min: "0" },
    { slug: "guardian", type: "text", visibleWhen: "age < 18" },
    { slug: "premium", type: "money", currency: "EUR", formula: "age * 2.5" }
  ],
  outcomes: [{ id: "senior", severity: "info", when: "age >= 65", message: "Senior rate" }]
}

/** A new organisation: its form, live; another, never published; and a way to make keys. */
export const tenant = Effect.gen(function* () {
  const organisations = yield* Organisations
  const forms = yield* Forms
  const keys = yield* ApiKeys
  const { organisation, owner } = yield* organisations.found("Ashworth", {
    email: "edith@ashworth.example",
    name: "Edith"
  })
  const operator = Caller.operator(organisation.id, owner.id)
  const form = yield* forms.create(operator, definition)
  const version = yield* forms.publish(operator, form.id)
  const unpublished = yield* forms.create(operator, { ...definition, code: "NEW" })
  const mint = (...privileges: ReadonlyArray<Privilege>) => keys.create(operator, { name: "Test", privileges })
  const mintWithin = (limits: Partial<KeyLimits>, privileges: ReadonlyArray<Privilege>) =>
    Effect.map(keys.create(operator, { name: "Limited", privileges, limits }), ({ key, token }) => ({
      key,
      text: Redacted.value(token.text)
    }))
  const { key, token } = yield* mint("submission:write")
  return { operator, form, version, unpublished, mint, mintWithin, keyId: key.id, key: Redacted.value(token.text) }
})

export type Tenant = Effect.Success<typeof tenant>

let names = 0

/** A unique name or code. */
export const unused = (): string => `N${++names}`

/** A new form, never published. */
export const newForm = (operator: Caller.Caller) =>
  Effect.orDie(Forms.use((forms) => forms.create(operator, { ...definition, code: unused() })))

/** A new folder at the top. */
export const newFolder = (operator: Caller.Caller) =>
  Effect.orDie(Folders.use((folders) => folders.create(operator, { name: unused(), parentId: null })))

export const password = "correct horse battery"

/** A user of the organisation who can sign in, with an address of their own. */
export const person = Effect.fnUntraced(function* (operator: Caller.Caller, role: Role) {
  const random = yield* SecureRandom.SecureRandom
  const email = `${yield* random.uuidV7()}@ashworth.example`
  const users = yield* Users
  const user = yield* Effect.orDie(
    users.create(operator, { email, name: "Olive", role, password: Redacted.make(password) })
  )
  return user
})

/** An invited user, and the token of the invitation. */
export const invited = Effect.fnUntraced(function* (operator: Caller.Caller, role: Role) {
  const random = yield* SecureRandom.SecureRandom
  const email = `${yield* random.uuidV7()}@ashworth.example`
  const invitations = yield* Invitations
  const { delivery, user } = yield* Effect.orDie(invitations.invite(operator, { email, name: "Olive", role }))
  if (delivery.by !== "caller") return yield* Effect.die(new Error("there is no mail server here"))
  return { user, token: Redacted.value(delivery.token) }
})

/** The body that accepts a new invitation. */
export const acceptance = (operator: Caller.Caller) =>
  Effect.map(invited(operator, "viewer"), ({ token }) => ({ token, password }))

/** Signs a user in over HTTP; the session's token. */
export const signIn = Effect.fnUntraced(function* ({ organisationId }: Caller.Caller, email: string) {
  const body = JSON.stringify({ email, password, organisation: organisationId })
  const answer = yield* send(Wire.request({ path: "/api/platform/sessions", body }))
  return String(Wire.json(answer)["token"])
})

/** A call of the app API; without `body` it sends none. */
export const platform = (
  method: string,
  path: string,
  token: string | undefined,
  body?: unknown,
  headers: ReadonlyArray<string> = []
) =>
  send(
    Wire.request({
      method,
      path: `/api/platform/${path}`,
      token,
      headers,
      ...(body === undefined ? { contentType: undefined } : { body: JSON.stringify(body) })
    })
  )

export const port = Effect.map(HttpServer.HttpServer, ({ address }) => ("port" in address ? address.port : 0))

export const send = (bytes: string | Uint8Array) => Effect.flatMap(port, (number) => Wire.send(number, bytes))

export const evaluatePath = (formId: string): string => `/api/platform/v1/forms/${formId}/evaluate`
export const batchPath = (formId: string): string => `/api/platform/forms/${formId}/evaluate/batch`
export const submissionsPath = (formId: string): string => `/api/platform/v1/forms/${formId}/submissions`

/** An evaluate or, with another path, a create. The defaults make a valid request. */
export const call = (path: string, token: string | undefined, body: unknown = { data: { name: "Ada", age: 36 } }) =>
  send(Wire.request({ path, token, body: typeof body === "string" ? body : JSON.stringify(body) }))

/** A draft, stored over v1. */
export const draft = (token: string, formId: string, data: unknown = {}) =>
  call(submissionsPath(formId), token, { data, draft: true })

/** The head of an answer without a body, whose Content-Length may be above 0. */
export const head = (bytes: Uint8Array) => Effect.flatMap(port, (number) => Wire.sendUntilClosed(number, bytes))

/** The HTTP API over the adapters in memory, with the demo quote live, for as long as the process runs. It prints one line of JSON. */
import { setFlagsFromString } from "node:v8"
import { Effect, Layer, Redacted } from "effect"
import { HttpServer } from "effect/http"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Caller from "@formwork/domain/callers/Caller"
import { Forms } from "@formwork/domain/forms/Forms"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Tables } from "@formwork/domain/forms/Tables"
import { Organisations } from "@formwork/domain/people/Organisations"
import * as Services from "@formwork/domain/Services"
import * as Server from "@formwork/http/Server"
import * as Memory from "@formwork/memory/Memory"
import { form } from "../demo.ts"
import { tariff, tariffForm } from "./tariff.ts"

// As the server does at its start (apps/server/src/start/youngObjects.ts).
setFlagsFromString("--no-allocation-site-pretenuring")

const ample = { limit: 100_000_000, windowMillis: 60_000 }

const services = Services.layer.pipe(
  Layer.provideMerge(Memory.layer(ample)),
  Layer.provideMerge(Layer.mergeAll(NodeCrypto.layerDigest, NodeCrypto.layerMac, NodeCrypto.layerSecureRandom))
)

const program = Effect.gen(function* () {
  const { organisation, owner } = yield* Organisations.use((organisations) =>
    organisations.found("Bench", { email: "owner@bench.example", name: "Owner" })
  )
  const operator = Caller.operator(organisation.id, owner.id)
  const { id } = yield* Forms.use((forms) => forms.create(operator, form))
  yield* Forms.use((forms) => forms.publish(operator, id))
  yield* Tables.use((tables) =>
    Effect.andThen(
      tables.create(operator, Effect.succeed({ name: "rates", file: { format: "csv", text: tariff } })),
      tables.publish(operator, "rates", Effect.succeed(1), Effect.succeed({ forms: [] }))
    )
  )
  const rated = yield* Forms.use((forms) => forms.create(operator, tariffForm))
  yield* Forms.use((forms) => forms.publish(operator, rated.id))
  const { token } = yield* ApiKeys.use((keys) =>
    keys.create(operator, { name: "Bench", privileges: ["submission:write"] })
  )
  const address = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const line = { address, form: id, tariff: rated.id, token: Redacted.value(token.text) }
  yield* Effect.sync(() => process.stdout.write(`${JSON.stringify(line)}\n`))
  return yield* Effect.never
})

NodeRuntime.runMain(
  program.pipe(Effect.provide(Server.layer({ host: "127.0.0.1", port: 0 }).pipe(Layer.provideMerge(services))))
)

/** Postgres.layer: every service of the domain over a server's address and a pepper, started twice. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import { Callers } from "@formwork/domain/credentials/Callers"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { Forms } from "@formwork/domain/forms/Forms"
import { HostedOrganisations } from "@formwork/domain/hosting/HostedOrganisations"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import * as Services from "@formwork/domain/Services"
import * as Embedded from "../src/embedded/Embedded.ts"
import * as Postgres from "../src/Postgres.ts"
import * as TestServer from "../src/testing/TestServer.ts"

const pepper = "0123456789abcdef0123456789abcdef"

const definition = {
  title: "Fee",
  code: "FEE",
  fields: [
    { slug: "hours", type: "number", required: true },
    { slug: "fee", type: "money", currency: "EUR", formula: "round(hours * 95.5, 2)" }
  ]
}

/** One life of a service: it seeds, makes a key and prices. */
const life = Effect.gen(function* () {
  const organisations = yield* HostedOrganisations
  const { caller, founded, owner } = yield* organisations.ensure("Ashworth", {
    email: "edith@ashworth.example",
    name: "Edith",
    password: Redacted.make("correct horse battery")
  })
  const { formId, published } = yield* (yield* Forms).ensure(caller, "FEE", definition)
  const { token } = yield* (yield* ApiKeys).create(caller, { name: "Website", privileges: ["submission:write"] })
  const { calculatedData } = yield* (yield* Evaluations).evaluate(caller, formId, { hours: 7.25 })
  return { founded, published, ownerId: owner.id, formId, token: token.text, fee: calculatedData["fee"] }
})

const quiet = Logger.layer([])

it.live("a service that is started twice finds its organisation, its form and its keys again", () =>
  Effect.gen(function* () {
    const { admin } = yield* TestServer.empty
    const formwork = (means: Partial<Postgres.Options> = {}) =>
      Services.layer.pipe(
        Layer.provideMerge(Postgres.layer({ url: admin, pepper, migrate: true, ...means })),
        Layer.provide(quiet)
      )
    const first = yield* life.pipe(Effect.provide(formwork()))
    assert.deepInclude(first, { founded: true, published: true, fee: "692.38" })
    const second = yield* life.pipe(Effect.provide(formwork({ url: Redacted.value(admin), migrate: false })))
    assert.deepStrictEqual(second, { ...first, founded: false, published: false, token: second.token })

    const authenticate = Callers.use((callers) => callers.authenticate(first.token))
    const { caller } = yield* authenticate.pipe(
      Effect.provide(formwork({ pepper: `a-newer-pepper-of-32-characters!, ${pepper}` }))
    )
    assert.strictEqual(caller.userId, first.ownerId)
    const other = formwork({ pepper: "another-pepper-of-32-characters!" })
    assert.strictEqual((yield* Effect.flip(authenticate.pipe(Effect.provide(other))))._tag, "Unauthenticated")
  }).pipe(Effect.scoped)
)

it.live("what cannot start says why in a sentence", () =>
  Effect.gen(function* () {
    const refused = (options: Postgres.Options) =>
      Effect.flip(Effect.scoped(Layer.build(Postgres.layer(options)))).pipe(Effect.provide(quiet))
    const { admin } = yield* TestServer.empty
    const empty = yield* refused({ url: admin, pepper })
    assert.include(JSON.stringify(empty), "not_migrated")
    const weak = yield* refused({ url: admin, pepper: "short" })
    assert.include(weak.message, "The pepper must have at least 32 characters.")
    const away = yield* refused({ url: "postgres://nobody@127.0.0.1:1/none", pepper })
    assert.include(JSON.stringify(away), "unreachable")
  }).pipe(Effect.scoped)
)

it.live("the same ports run over a real Postgres inside the test", () =>
  Effect.gen(function* () {
    assert.deepInclude(yield* life, { founded: true, fee: "692.38" })
  }).pipe(
    Effect.provide(
      Services.layer.pipe(
        Layer.provideMerge(Postgres.layerOver(Embedded.layerMemory, { pepper })),
        Layer.provide(quiet)
      )
    )
  )
)

/** A function around each call of a port puts several callers in every order: what is asked for at once is made once. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Random, Schema } from "effect"
import { Forms } from "@formwork/domain/forms/Forms"
import { HostedOrganisations } from "@formwork/domain/hosting/HostedOrganisations"
import * as Services from "@formwork/domain/Services"
import * as Ports from "../src/Ports.ts"
import * as Test from "../src/Test.ts"

const definition = (label: string) => ({
  title: "Enquiry",
  code: "ENQ",
  fields: [{ slug: "name", type: "text", label }]
})

/** Lets others run before and after each call, now and then; drawn from the seed. */
const jostled = Ports.intercepted((_call, run) => {
  const stepAside = Effect.repeat(Effect.yieldNow, { while: () => Random.nextBoolean })
  return Effect.andThen(stepAside, Effect.tap(run, stepAside))
})

const together = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.all(
    Array.from({ length: 4 }, () => effect),
    { concurrency: "unbounded" }
  )

it.effect.prop(
  "in every order of steps one organisation, one form and one version of each definition are made",
  { seed: Schema.Int },
  ({ seed }) =>
    Effect.gen(function* () {
      const organisations = yield* HostedOrganisations
      const forms = yield* Forms
      const made = yield* together(organisations.ensure("Ashworth", { email: "edith@ashworth.example", name: "Edith" }))
      assert.strictEqual(made.filter(({ founded }) => founded).length, 1)
      const [first] = made
      if (first === undefined) return assert.fail("nothing was made")
      const { caller } = first
      assert.isTrue(made.every((one) => one.caller.organisationId === caller.organisationId))
      for (const [index, label] of ["Name", "Full name"].entries()) {
        const ensured = yield* together(forms.ensure(caller, "ENQ", definition(label)))
        assert.strictEqual(ensured.filter(({ published }) => published).length, 1)
        assert.isTrue(ensured.every(({ version }) => version.number === index + 1))
      }
    }).pipe(
      Effect.provide(Services.layer.pipe(Layer.provideMerge(jostled), Layer.provideMerge(Test.adapter({ seed }))))
    )
)

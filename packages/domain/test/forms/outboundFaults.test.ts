/** Faults of a form that depend on the organisation's secrets and on what the installation sends to. */
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Layer, Redacted } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import { Forms } from "@formwork/domain/forms/Forms"
import { AddressRule } from "@formwork/domain/forms/outboundFaults"
import { Organisations } from "@formwork/domain/people/Organisations"
import { SecretValue } from "@formwork/domain/secrets/Secret"
import { Secrets } from "@formwork/domain/secrets/Secrets"
import * as Services from "@formwork/domain/Services"
import type { JsonObject } from "@formwork/rules/Json"
import * as Memory from "@formwork/memory/Memory"

const integration = (url: string, headers: JsonObject): JsonObject => ({
  id: "tell",
  kind: "integration",
  method: "POST",
  url,
  headers,
  body: {}
})

const token = { Authorization: { secret: "crm-token", prefix: "Bearer " } }

const definition = (...effects: ReadonlyArray<JsonObject>) => ({
  title: "Roof enquiry",
  code: "ROOF",
  fields: [{ slug: "area", type: "integer" }],
  effects
})

const setting = Effect.gen(function* () {
  const { organisation, owner } = yield* (yield* Organisations).found("Ashworth", {
    email: "edith@ashworth.example",
    name: "Edith"
  })
  const operator = Caller.operator(organisation.id, owner.id)
  const secrets = yield* Secrets
  const set = (name: string, hosts: ReadonlyArray<string>) =>
    secrets.put(operator, name, Redacted.make(SecretValue.make("s3cret")), Duration.zero, hosts)
  return { operator, forms: yield* Forms, secrets, set }
})

layer(Services.layer.pipe(Layer.provideMerge(Memory.layer())))("secrets of forms", (it) => {
  it.effect("a form whose secret would go to a host that it does not name is not published, and says which", () =>
    Effect.gen(function* () {
      const { forms, operator, secrets, set } = yield* setting
      const at = "/effects/0/headers/Authorization"
      const expected =
        "a secret that names `collect.example` among its hosts; who may change the organisation sets them"
      const form = yield* forms.create(operator, definition(integration("https://Collect.example/steal", token)))
      const messages = {
        missing: "There is no secret `crm-token`.",
        none: "The secret `crm-token` may not be sent to `collect.example`: it names no host.",
        others: "The secret `crm-token` may not be sent to `collect.example`: it names other hosts."
      }
      assert.deepStrictEqual(form.faults, [{ pointer: at, message: messages.missing, expected }])
      const refused = Effect.map(Effect.flip(forms.publish(operator, form.id)), (refusal) =>
        refusal._tag === "DefinitionInvalid" ? refusal.faults.map(({ message }) => message) : refusal._tag
      )
      assert.deepStrictEqual(yield* refused, [messages.missing])
      yield* set("crm-token", [])
      assert.deepStrictEqual(yield* refused, [messages.none])
      yield* set("crm-token", ["crm.example", "collect.example:8443", "x.collect.example"])
      assert.deepStrictEqual(yield* refused, [messages.others])
      assert.deepStrictEqual(yield* forms.checkDraft(operator, form.id, undefined), [
        { pointer: at, message: messages.others, expected }
      ])
      yield* secrets.setHosts(operator, "crm-token", ["collect.example"])
      const { id } = yield* forms.publish(operator, form.id)
      yield* secrets.setHosts(operator, "crm-token", [])
      const again = yield* Effect.flip(forms.republish(operator, form.id, id))
      assert.deepStrictEqual(again._tag === "DefinitionInvalid" && again.faults, [
        { pointer: at, message: messages.none, expected }
      ])
    })
  )

  it.effect("a delivery names a secret that is there, and that goes to no host", () =>
    Effect.gen(function* () {
      const { forms, operator, secrets, set } = yield* setting
      const delivery = { id: "tell", kind: "delivery", url: "https://crm.example/", secret: "hook" }
      const expected = "a signing secret; who may change the organisation sets it"
      const faults = forms.check(operator, definition(delivery))
      const at = "/effects/0/secret"
      assert.deepStrictEqual(yield* faults, [{ pointer: at, message: "There is no secret `hook`.", expected }])
      yield* set("hook", ["crm.example"])
      const sent = "The secret `hook` signs no deliveries: it names hosts that it is sent to."
      assert.deepStrictEqual(yield* faults, [{ pointer: at, message: sent, expected }])
      yield* secrets.setHosts(operator, "hook", [])
      assert.deepStrictEqual(yield* faults, [])
    })
  )

  it.effect("a secret's host has its port unless that is 443, and case makes no difference", () =>
    Effect.gen(function* () {
      const { forms, operator, set } = yield* setting
      yield* set("crm-token", ["crm.example", "crm.example:8443"])
      for (const url of [
        "https://crm.example",
        "https://CRM.example:443/a",
        "https://crm.example:8443/{$submissionId}"
      ])
        assert.deepStrictEqual(yield* forms.check(operator, definition(integration(url, token))), [], url)
      for (const url of ["https://crm.example:8444", "https://a.crm.example/", "https://crm.example.evil.example/"])
        assert.lengthOf(yield* forms.check(operator, definition(integration(url, token))), 1, url)
    })
  )

  it.effect("a delivery asks no host of its secret: it sends a signature and never the secret", () =>
    Effect.gen(function* () {
      const { forms, operator, set } = yield* setting
      yield* set("signing", [])
      const delivery = { id: "tell", kind: "delivery", url: "https://hooks.example/a", secret: "signing" }
      assert.deepStrictEqual(yield* forms.check(operator, definition(delivery)), [])
    })
  )

  it.effect("an address that the installation does not send to is a fault, beside those of the rules", () =>
    Effect.gen(function* () {
      const { operator, set } = yield* setting
      yield* set("signing", [])
      const rule = (origin: string) => (origin === "https://169.254.169.254" ? "it is not public." : undefined)
      const bad = [
        integration("https://169.254.169.254/latest/{area}", {}),
        { id: "tell", kind: "delivery", url: "https://169.254.169.254/x", secret: "signing", colour: 1 },
        { id: "fine", kind: "delivery", url: "https://hooks.example/x", secret: "signing" }
      ]
      const faults = yield* Forms.use((forms) => forms.check(operator, definition(...bad))).pipe(
        Effect.provide(Layer.fresh(Forms.layer)),
        Effect.provideService(AddressRule, rule)
      )
      assert.deepStrictEqual(
        faults.map(({ pointer }) => pointer),
        ["/effects/0/url", "/effects/1/id", "/effects/1/url", "/effects/1/colour"]
      )
      assert.strictEqual(faults[0]?.message, "Nothing is sent to this address: it is not public.")
    })
  )
})

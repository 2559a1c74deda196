/** From a filed form to what a person gets: the e-mail and the PDF of each submission in the language that it says. */
import { assert, layer } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { Effect, Layer, Redacted } from "effect"
import { extractText, getDocumentProxy } from "unpdf"
import * as Caller from "@formwork/domain/callers/Caller"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { Forms } from "@formwork/domain/forms/Forms"
import { Organisations } from "@formwork/domain/people/Organisations"
import * as Services from "@formwork/domain/Services"
import * as Memory from "@formwork/memory/Memory"
import { Tables } from "@formwork/memory/Tables"
import { Printer } from "@formwork/outbound/document/Printer"
import { Mail } from "@formwork/outbound/notification/Mail"
import { dispatch } from "./support/dispatch.ts"
import { both } from "./support/items.ts"
import { mailServer } from "./support/mailServer.ts"
import { fieldsOf, from } from "./support/notification.ts"

const definition = {
  languages: ["en", "fr"],
  title: { en: "Membership", fr: "Adhésion" },
  code: "MEM",
  fields: [
    { slug: "preferredLanguage", type: "choice", options: [{ value: "en" }, { value: "fr" }] },
    { slug: "start", type: "date", label: { en: "Start", fr: "Début" } },
    { slug: "agreed", type: "boolean", label: { en: "Agreed", fr: "Accepté" } },
    { slug: "price", type: "money", currency: "EUR", label: { en: "Price", fr: "Prix" }, formula: "1234567.5" }
  ],
  effects: [
    {
      id: "thank",
      kind: "notification",
      language: "preferredLanguage",
      to: "edith@example.org",
      subject: { en: "{$formTitle}", fr: "{$formTitle}" },
      text: { en: "From {start}", fr: "Le {start}" }
    },
    {
      id: "offer",
      kind: "document",
      language: "preferredLanguage",
      title: { en: "Offer", fr: "Offre" },
      blocks: [{ fields: "all" }]
    }
  ]
}

/** What was filed in a language, as the two effects that it fires. */
const filed = Effect.gen(function* () {
  const { organisation, owner } = yield* Organisations.use((organisations) =>
    organisations.found("Ashworth", { email: "edith@ashworth.example", name: "Edith" })
  )
  const caller = Caller.operator(organisation.id, owner.id)
  const forms = yield* Forms
  const form = yield* forms.create(caller, definition)
  yield* forms.publish(caller, form.id)
  for (const preferredLanguage of ["en", "fr"])
    yield* Submissions.use((submissions) =>
      submissions.create(caller, form.id, {
        data: { preferredLanguage, start: "2027-02-01", agreed: true },
        draft: false,
        idempotencyKey: undefined
      })
    )
  return (yield* Tables).tenants.get(organisation.id)?.firings ?? []
})

/** Spaces of all kinds made one: a character that the font lacks is none. */
const textOf = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const proxy = yield* Effect.promise(() => getDocumentProxy(Uint8Array.from(bytes)))
  const { text } = yield* Effect.promise(() => extractText(proxy, { mergePages: true }))
  const { info } = yield* Effect.promise(() => proxy.getMetadata())
  return { language: Object(info).Language, text: text.replace(/\s+/gu, " ") }
})

layer(Layer.mergeAll(Services.layer.pipe(Layer.provideMerge(Memory.layer())), Printer.layer, NodeServices.layer))(
  "effects in a language",
  (it) => {
    it.effect("each submission's PDF is in its language, and says which", () =>
      Effect.gen(function* () {
        const printer = yield* Printer
        const printed = yield* Effect.forEach(yield* filed, ({ content, id }) =>
          content?.kind === "document" ? Effect.flatMap(printer.print(id, content), textOf) : Effect.succeed(undefined)
        )
        const [english, french] = both(printed.filter((one) => one !== undefined))
        assert.strictEqual(english.language, "en")
        assert.include(english.text, "Offer")
        assert.include(english.text, "Start 2027-02-01 Agreed Yes Price EUR 1234567.50")
        assert.strictEqual(french.language, "fr")
        assert.include(french.text, "Offre")
        assert.include(french.text, "Début 01/02/2027 Accepté Oui Prix EUR 1 234 567,50")
      })
    )

    it.effect("each submission's e-mail is in its language, and says which", () =>
      Effect.gen(function* () {
        const { delivered, url } = yield* mailServer()
        const firings = yield* filed
        yield* Effect.gen(function* () {
          const mail = yield* Mail
          for (const { content } of firings) if (content?.kind === "notification") yield* mail.send(dispatch, content)
        }).pipe(Effect.provide(Layer.orDie(Mail.layerSmtp({ url: Redacted.make(url), from }))))
        const said = both(delivered).map(({ raw }) => {
          const fields = Object.fromEntries(fieldsOf(raw))
          return [fields["content-language"], fields["subject"], raw.split("\r\n\r\n")[1]?.trim()]
        })
        assert.deepStrictEqual(said, [
          ["en", "Membership", "From 2027-02-01"],
          ["fr", "=?UTF-8?Q?Adh=C3=A9sion?=", "Le 01/02/2027"]
        ])
      })
    )
  }
)

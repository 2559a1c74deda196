/** A form whose e-mail and document are in the language that `tongue` says, beside effects that say none. */
import * as Result from "effect/Result"
import { check } from "../../src/check.ts"
import type { JsonObject } from "../../src/Json.ts"

export const form: JsonObject = {
  title: { en: "Roof", de: "Dach" },
  code: "R",
  languages: ["en", "de", "fr"],
  constants: { deposit: { type: "money", currency: "EUR", value: "1000" } },
  fields: [
    { slug: "tongue", type: "choice", options: [{ value: "en" }, { value: "de" }, { value: "fr" }, { value: "it" }] },
    { slug: "note", type: "text", label: { en: "Note", de: "Notiz" }, maxLength: 50 },
    {
      slug: "cover",
      type: "choice",
      label: { en: "Cover", de: "Deckung" },
      options: [{ value: "full", label: { en: "Everything", de: "Alles" } }, { value: "part" }]
    },
    { slug: "agreed", type: "boolean", label: { en: "Agreed", de: "Einverstanden" } },
    { slug: "born", type: "date", label: { en: "Born", de: "Geboren" } },
    { slug: "area", type: "number", decimals: 1, label: { en: "Area", de: "Fläche" } },
    { slug: "price", type: "money", currency: "EUR", label: { en: "Price", de: "Preis" } },
    { slug: "own", type: "text", formula: "label(cover) + ' ' + text(price)" },
    {
      slug: "rooms",
      type: "list",
      maxItems: 5,
      fields: [
        { slug: "room", type: "text", label: { en: "Room", de: "Zimmer" }, maxLength: 20 },
        { slug: "damp", type: "boolean", label: { en: "Damp", de: "Feucht" } }
      ]
    }
  ],
  effects: [
    {
      id: "mail",
      kind: "notification",
      language: "tongue",
      to: "desk@example.org",
      subject: { en: "{$formTitle}: {cover}", de: "{$formTitle}: {cover} ({price})" },
      text: {
        en: "{price} {area} {born} {today} {note} {own} {deposit} {agreed}",
        de: "{price} {area} {born} {today} {note} {own} {deposit} {agreed}!"
      },
      html: {
        en: '<p title="{price}">{born}</p><a href="https://a.example/{price}?b={born}">x</a>',
        de: "<b>{price}</b>"
      },
      attach: ["paper"]
    },
    {
      id: "paper",
      kind: "document",
      language: "tongue",
      title: { en: "Offer", de: "Angebot" },
      fileName: { en: "offer-{price}-{born}", de: "angebot-{price}-{born}" },
      blocks: [
        { heading: { en: "Your roof", de: "Ihr Dach", fr: "Votre toit" } },
        { text: { en: "From {born}.", de: "Vom {born}." } },
        { fields: ["note", "cover", "agreed", "born", "area", "price"] },
        { table: { list: "rooms", columns: ["room", "damp"] } }
      ]
    },
    {
      id: "hook",
      kind: "integration",
      method: "POST",
      url: "https://a.example/{price}",
      headers: { "x-born": "{born}" },
      body: { price: { $: "price" }, said: { $text: "{cover} {price} {born} {today}" }, label: { $: "label(cover)" } }
    },
    { id: "event", kind: "delivery", url: "https://a.example/", secret: "signing" },
    { id: "plain", kind: "notification", to: "desk@example.org", subject: "{cover}", text: "{price} {born} {today}" }
  ]
}

export const checkedIn = (definition: JsonObject, language?: string) =>
  Result.getOrThrow(check(definition, {}, language === undefined ? {} : { accepts: [language] }))

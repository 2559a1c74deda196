/** The forms that pages of tests show, as `toPortable` writes them. */
import { readFileSync } from "node:fs"
import { check } from "@formwork/rules/check"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { toPortable } from "@formwork/rules/toPortable"
import { Result } from "effect"

export const demo = (name: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`../../../../apps/server/demo/${name}.json`, import.meta.url), "utf8"))

/** With room for as many rows as a table of an organisation may have. */
export const preparedOf = (definition: Json, accepts: ReadonlyArray<string> = []): string =>
  toPortable(Result.getOrThrow(check(definition, { tableRows: 100_000 }, { accepts })))

/** In three languages, with sentences of its author's. */
export const permit: JsonObject = {
  languages: ["en", "de", "fr"],
  title: { en: "Parking permit", de: "Parkausweis" },
  code: "PERMIT",
  fields: [
    {
      slug: "weeks",
      type: "integer",
      required: true,
      max: 52,
      label: { en: "Weeks", de: "Wochen", fr: "Semaines" },
      messages: { required: { en: "For how long?", de: "Für wie lange?" } }
    }
  ]
}

/** With no sentence of its author's. */
export const weeks: JsonObject = {
  title: "Weeks",
  code: "WEEKS",
  fields: [{ slug: "weeks", type: "integer", required: true, max: 52, label: "Weeks" }]
}

/** A field of every type, with a description and limits, computed ones, and a list. */
export const everyType: JsonObject = {
  title: "Every type",
  code: "ALL",
  timeZone: "Europe/Berlin",
  fields: [
    { slug: "line", type: "text", label: "Line", description: "One line of text.", maxLength: 10 },
    { slug: "lines", type: "longText", label: "Lines" },
    { slug: "mail", type: "email", label: "Mail" },
    { slug: "link", type: "url", label: "Link" },
    { slug: "call", type: "phone", label: "Call" },
    { slug: "whole", type: "integer", label: "Whole", min: 1 },
    { slug: "part", type: "number", decimals: 3, label: "Part" },
    { slug: "fee", type: "money", currency: "EUR", label: "Fee", required: true },
    { slug: "yes", type: "boolean", label: "Agreed", required: true },
    { slug: "tick", type: "boolean", label: "Ticked" },
    { slug: "day", type: "date", label: "Day", min: "2026-01-01" },
    { slug: "hour", type: "time", label: "Hour" },
    { slug: "moment", type: "datetime", label: "Moment" },
    {
      slug: "one",
      type: "choice",
      label: "One",
      options: [
        { value: "a", label: "First" },
        { value: "b", label: "Second" }
      ]
    },
    {
      slug: "some",
      type: "choices",
      label: "Some",
      options: [
        { value: "a", label: "First" },
        { value: "b", label: "Second" }
      ]
    },
    { slug: "paper", type: "file", label: "Paper", mediaTypes: ["application/pdf"] },
    { slug: "secret", type: "text", label: "Secret", visibleWhen: "tick" },
    { slug: "double", type: "money", currency: "EUR", label: "Double", formula: "fee * 2" },
    {
      slug: "rows",
      type: "list",
      label: "Rows",
      maxItems: 200,
      fields: [
        { slug: "name", type: "text", label: "Name", required: true },
        { slug: "size", type: "integer", label: "Size" },
        { slug: "twice", type: "integer", label: "Twice", formula: "size * 2" }
      ]
    }
  ],
  checks: [{ id: "small", field: "fee", check: "fee < 1000", message: "A fee of {fee} is too much." }],
  outcomes: [
    { id: "big", severity: "warning", when: "double > 500", message: "{double} is a lot." },
    { id: "large", severity: "warning", field: "rows.size", when: "size > 100", message: "{size} is a large size." },
    { id: "ticked", severity: "info", field: "tick", when: "tick", message: "Somebody will call." }
  ]
}

/** Files: one that a claim needs, one in a group, and one in each row. */
export const claim: JsonObject = {
  title: "Claim",
  code: "CLAIM",
  fields: [
    { slug: "note", type: "text", label: "Note" },
    {
      slug: "receipt",
      type: "file",
      label: "Receipt",
      description: "As you got it in the shop.",
      mediaTypes: ["application/pdf", "image/*"],
      maxBytes: 2000,
      required: true
    },
    { slug: "home.deed", type: "file", label: "Deed" },
    {
      slug: "photos",
      type: "list",
      label: "Photos",
      maxItems: 5,
      fields: [
        { slug: "photo", type: "file", label: "Photo", mediaTypes: ["image/png"] },
        { slug: "shows", type: "text", label: "Shows", visibleWhen: "photo != null" }
      ]
    }
  ]
}

/** Three pages: the house; the people in it, asked only of a house that has some; the price. */
export const stepped: JsonObject = {
  title: "Painting",
  code: "PAINT",
  fields: [
    { slug: "customer", type: "text", label: "Customer", readOnly: true, hint: "As your contract says" },
    {
      slug: "area",
      type: "number",
      decimals: 1,
      label: "Area",
      unit: "m²",
      placeholder: "120.5",
      required: true,
      description: "Of all outer walls.",
      hint: "Round up."
    },
    { slug: "coats", type: "integer", label: "Coats", default: 2, min: 1, max: 3 },
    { slug: "colour", type: "choice", label: "Colour", placeholder: "Any", options: [{ value: "w", label: "White" }] },
    { slug: "lived", type: "boolean", label: "Somebody lives there", default: true },
    {
      slug: "people",
      type: "list",
      label: "People",
      fields: [
        { slug: "name", type: "text", label: "Name", required: true },
        { slug: "guest", type: "boolean", label: "Is a guest", default: false }
      ]
    },
    { slug: "agreed", type: "boolean", label: "Agreed", required: true },
    { slug: "price", type: "money", currency: "EUR", label: "Price", formula: "round(area * coats * 9.80, 2)" }
  ],
  sections: [
    { id: "house", title: "The house", description: "What we paint.", fields: ["customer", "area", "lived"] },
    { id: "paint", title: "The paint", fields: ["coats", "colour"] },
    { id: "people", title: "The people", newPage: true, visibleWhen: "lived", fields: ["people"] },
    { id: "end", title: "What it costs", newPage: true, fields: ["price"] }
  ]
}

/** A choice among very many places, two of one name among them. */
export const places: JsonObject = {
  title: "Places",
  code: "PLACES",
  tables: {
    places: {
      keys: [{ name: "code", type: "text" }],
      values: [{ name: "name", type: "text" }],
      rows: [
        ["t1", "Twin"],
        ["t2", "Twin"],
        ...Array.from({ length: 100_000 - 2 }, (_, index) => [`p${index}`, `Place ${index}`])
      ]
    }
  },
  fields: [
    {
      slug: "place",
      type: "choice",
      label: "Place",
      required: true,
      optionsFrom: { table: "places", value: "code", label: "name" }
    },
    { slug: "said", type: "text", label: "Said", formula: "place + ' it is'" }
  ]
}

/** Fields and their values in words, by the definition that asked for them. */
import { type Json, memberOf } from "@formwork/rules/Json"
import { decimalText } from "../../../../parts/decimalText.ts"
import { civilDay, isDay } from "../../../../time/dates.ts"
import { valueIn } from "../../../author/engine/Kept.ts"
import { namesIn, ownWords } from "../../../author/engine/namesIn.ts"
import type { ValueChange } from "./valueChanges.ts"

export interface ValueWords {
  /** Of numbers and days. */
  readonly language: string
  readonly nothing: string
  readonly yes: string
  readonly no: string
  readonly row: (given: { readonly label: string; readonly row: number }) => string
}

/** A text is shown as far as it helps to tell two apart; the whole of it is in the JSON. */
const MOST = 300

const shortened = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)}…` : text)

const labelOfOption = (field: Json | undefined, value: string): string => {
  const options = memberOf(field, "options")
  const found = Array.isArray(options) ? options.find((one: Json) => memberOf(one, "value") === value) : undefined
  return ownWords(memberOf(found, "label")) ?? value
}

export class FieldWords {
  readonly #definition: Json
  readonly #words: ValueWords
  readonly #byName: ReadonlyMap<string, { readonly pointer: string; readonly label: string }>

  /** @param definition of the version that has the fields; a field that it does not have stands by its slug. */
  constructor(definition: Json, words: ValueWords) {
    this.#definition = definition
    this.#words = words
    this.#byName = new Map(namesIn(definition).map((name) => [name.name, name]))
  }

  /** `Rooms, row 2, Cost` */
  label([slug, row, cell]: ValueChange["path"]): string {
    const label = this.#labelOf(slug)
    if (row === undefined) return label
    const ofRow = this.#words.row({ label, row })
    return cell === undefined ? ofRow : `${ofRow}, ${this.#labelOf(`${slug}.${cell}`)}`
  }

  value([slug, , cell]: ValueChange["path"], value: Json | undefined): string {
    return shortened(this.#text(cell === undefined ? slug : `${slug}.${cell}`, value))
  }

  #labelOf(name: string): string {
    return this.#byName.get(name)?.label ?? name
  }

  #text(name: string, value: Json | undefined): string {
    const { no, nothing, yes } = this.#words
    if (value === undefined || value === null || value === "") return nothing
    if (typeof value === "boolean") return value ? yes : no
    if (typeof value !== "object") return this.#single(name, String(value))
    if (Array.isArray(value))
      return value.length === 0 ? nothing : value.map((one: Json) => this.#text(name, one)).join("; ")
    return Object.entries(value)
      .map(
        ([cell, one]: [string, Json]) => `${this.#labelOf(`${name}.${cell}`)}: ${this.#text(`${name}.${cell}`, one)}`
      )
      .join(", ")
  }

  #single(name: string, text: string): string {
    const field = valueIn(this.#definition, this.#byName.get(name)?.pointer ?? "/fields/none")
    const { language } = this.#words
    switch (memberOf(field, "type")) {
      case "integer":
      case "number":
        return decimalText(language, text)
      case "money": {
        const currency = memberOf(field, "currency")
        return decimalText(language, text, typeof currency === "string" ? currency : undefined)
      }
      case "date":
        return isDay(text) ? civilDay(language, text) : text
      default:
        return labelOfOption(field, text)
    }
  }
}

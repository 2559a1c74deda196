/** Reference numbers: a form's pattern, filled in as far as it can be before the row is stored (spec/http.md §6.7). */
import { Effect } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { ReferencePart } from "@formwork/rules/Definition"

/** A reference with at most one gap, for the store to fill from the form's own counter. */
export interface ReferenceTemplate {
  readonly prefix: string
  readonly suffix: string
  /** Digits that the sequence number is padded to with zeros; null where the reference is random and complete in `prefix`. */
  readonly sequenceWidth: number | null
}

type Source = SecureRandom.SecureRandom["Service"]

/** Crockford's base 32: without I, L, O and U, which are easily misread. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** The check character of Luhn's algorithm modulo 32: it catches every single misread character and nearly every swap of two neighbours. */
export const checkCharacter = (characters: string): string => {
  const sum = Array.from(characters)
    .reverse()
    .reduce((total, character, index) => {
      const value = alphabet.indexOf(character) * (index % 2 === 0 ? 2 : 1)
      return total + Math.floor(value / 32) + (value % 32)
    }, 0)
  return alphabet.charAt((32 - (sum % 32)) % 32)
}

/** `length` characters of base 32, the last of them the check character over the others. */
const random = (source: Source, length: number): Effect.Effect<string> =>
  Effect.map(source.randomBytes(length - 1), (bytes) => {
    const characters = Array.from(bytes, (byte) => alphabet.charAt(byte & 31)).join("")
    return characters + checkCharacter(characters)
  })

/**
 * Fills in a pattern's date parts and random part.
 * @param source of the random part.
 * @param today the date in the form's time zone, `YYYY-MM-DD`.
 */
export const template = Effect.fnUntraced(function* (
  source: Source,
  parts: ReadonlyArray<ReferencePart>,
  today: string
) {
  const [year = "", month = "", day = ""] = today.split("-")
  const sides = { prefix: "", suffix: "" }
  let sequenceWidth: number | null = null
  for (const part of parts) {
    if (part.kind === "sequence") sequenceWidth = part.width
    else {
      sides[sequenceWidth === null ? "prefix" : "suffix"] +=
        part.kind === "random" ? yield* random(source, part.length) : written(part, { year, month, day })
    }
  }
  return { ...sides, sequenceWidth } satisfies ReferenceTemplate
})

const written = (
  part: Exclude<ReferencePart, { kind: "sequence" | "random" }>,
  date: { readonly year: string; readonly month: string; readonly day: string }
): string => {
  switch (part.kind) {
    case "literal":
      return part.text
    case "year":
      return date.year.slice(-part.digits)
    case "month":
      return date.month
    case "day":
      return date.day
  }
}

/** The reference that `template` makes with the `sequence`-th number of its form. */
export const fill = ({ prefix, sequenceWidth, suffix }: ReferenceTemplate, sequence: number): string =>
  sequenceWidth === null ? prefix : `${prefix}${String(sequence).padStart(sequenceWidth, "0")}${suffix}`

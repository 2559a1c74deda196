/** The words of a language, and what its regions write in another way. Another language is a file, a line here, and one of `spoken` (currentWords.ts). */
import { de } from "./de.ts"
import { es } from "./es.ts"
import { fr } from "./fr.ts"
import { pt } from "./pt.ts"
import type { Signs } from "./Signs.ts"
import type { Words } from "./Words.ts"

const withSigns = (words: Words, signs: Partial<Signs>): Words =>
  words.signs === undefined ? words : { ...words, signs: { ...words.signs, ...signs } }

/** INVARIANT: the text is that of such sentences. */
const written = (json: string): Pick<Words, "problems" | "trace"> => JSON.parse(json)

/** Swiss spelling has no ß, and other quotation marks. */
const swiss = ({ problems, trace, ...words }: Words): Words => ({
  ...words,
  ...written(JSON.stringify({ problems, trace }).replaceAll("ß", "ss").replaceAll("„", "«").replaceAll("“", "»"))
})

const inSwitzerland = withSigns(swiss(de), { decimal: ".", group: "’" })
const inPortugal = withSigns(pt, { group: "\u00a0", groupedFrom: 5 })
const withPoint = withSigns(es, { decimal: ".", group: ",", groupedFrom: 4 })

/** By language, and by language and region. */
const known: ReadonlyMap<string, Words> = new Map([
  ["de", de],
  ["de-CH", inSwitzerland],
  ["de-LI", inSwitzerland],
  ["es", es],
  ...["419", "CU", "DO", "GT", "HN", "MX", "NI", "PA", "PE", "PR", "SV", "US"].map(
    (region) => [`es-${region}`, withPoint] as const
  ),
  ["fr", fr],
  ["fr-CA", withSigns(fr, { date: "$1-$2-$3" })],
  ["fr-CH", withSigns(fr, { date: "$3.$2.$1" })],
  ["pt", pt],
  ...["AO", "CH", "CV", "GW", "LU", "MO", "MZ", "PT", "ST", "TL"].map((region) => [`pt-${region}`, inPortugal] as const)
])

/**
 * @param tag as a form names a language (Language.ts).
 * @returns undefined for English and for a language in which the engine has no sentences: those are said in English.
 */
export const wordsOf = (tag: string | undefined): Words | undefined => {
  if (tag === undefined) return undefined
  const [language = "", ...others] = tag.split("-")
  return known.get(`${language}-${others.at(-1)}`) ?? known.get(language)
}

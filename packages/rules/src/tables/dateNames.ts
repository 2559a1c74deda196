/** Names of months and of days of the week, as tables that rules find them in. */
import type { TableDefinition } from "../TableDefinition.ts"
import { Table } from "./Table.ts"

type Names = Readonly<Record<"month" | "weekday", string>>

/** January first, and Monday first. As the Unicode CLDR has them, standing alone. */
const names = {
  en: {
    month: "January February March April May June July August September October November December",
    weekday: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
  },
  de: {
    month: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    weekday: "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag"
  },
  es: {
    month: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    weekday: "lunes martes miércoles jueves viernes sábado domingo"
  },
  fr: {
    month: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    weekday: "lundi mardi mercredi jeudi vendredi samedi dimanche"
  },
  pt: {
    month: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    weekday: "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo"
  }
} satisfies Readonly<Record<string, Names>>

type NamedIn = keyof typeof names

/** The languages that there are names in. */
export const namedIn: ReadonlyArray<string> = Object.keys(names)

const isNamedIn = (language: string): language is NamedIn => Object.hasOwn(names, language)

const made = new Map<string, Table>()

const tableOf = (language: NamedIn, part: keyof Names): Table => {
  const definition: TableDefinition = {
    name: `names of ${part}s in ${language}`,
    isBuiltIn: true,
    keys: [{ name: part, type: "integer", decimals: 0, match: "exact" }],
    values: [{ name: "name", type: "text", decimals: 0 }],
    rows: names[language][part].split(" ").map((name, index) => [index + 1, name])
  }
  return Table.of(definition)
}

/** @param tag of BCP 47: its region changes no name. Undefined for a language that there are no names in. */
export const dateNames = (tag: string, part: keyof Names): Table | undefined => {
  const [language = ""] = tag.toLowerCase().split("-")
  if (!isNamedIn(language)) return undefined
  const known = made.get(`${language} ${part}`) ?? tableOf(language, part)
  made.set(`${language} ${part}`, known)
  return known
}

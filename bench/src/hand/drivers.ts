/** The drivers of the hand-written quote: at most six rows. */
import type { Problem } from "@formwork/rules/Evaluation"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { isObject } from "../json.ts"
import { type Place, placeInRow, problemAt, say } from "./Place.ts"
import { yearsBetween } from "./dates.ts"
import { readInteger } from "./numbers.ts"
import { isAbsent, isBlank, readBoolean, readChoice, readDate, readText, sayRequired } from "./readers.ts"
import { isLicenceNumber } from "./texts.ts"
import { sayUnknown } from "./unknown.ts"

interface Values {
  readonly name: string | undefined
  readonly birthDate: number | undefined
  readonly isMain: boolean | undefined
  readonly licence: Licence | undefined
  readonly licenceNumber: string | undefined
  readonly convictions: number | undefined
  readonly age: number | undefined
  /** Whether one of its values is invalid: such a row is not compared with others. */
  readonly isWrong: boolean
}

export interface Driver extends Values {
  readonly place: RowPlace
  /** The row as it is stored. */
  readonly stored: Json
}

type Licence = "full" | "provisional"

const isLicence = (text: string): text is Licence => text === "full" || text === "provisional"

const MOST = 6
const LIST: Place = { field: "drivers", pointer: "/data/drivers", label: "Drivers" }
const FIELDS = ["name", "birthDate", "isMain", "licence", "licenceNumber", "convictions", "age"]
const KNOWN: ReadonlySet<string> = new Set(FIELDS)
const CONVICTIONS = { least: 0, most: 20, written: ["0", "20"] } as const
const BORN = { least: 19_000_101, written: "1900-01-01" }
const NUMBER = { test: isLicenceNumber, fault: "does not have the form that is asked for." }

const rowPlace = (index: number) => ({
  row: { field: `drivers[${index}]`, pointer: `/data/drivers/${index}` },
  name: placeInRow("drivers", index, "name", "Name"),
  birthDate: placeInRow("drivers", index, "birthDate", "Date of birth"),
  isMain: placeInRow("drivers", index, "isMain", "Main driver"),
  licence: placeInRow("drivers", index, "licence", "Licence"),
  licenceNumber: placeInRow("drivers", index, "licenceNumber", "Licence number"),
  convictions: placeInRow("drivers", index, "convictions", "Convictions in five years")
})
type RowPlace = ReturnType<typeof rowPlace>

const PLACES = Array.from({ length: MOST }, (_, index) => rowPlace(index))

const noObject = (problems: Array<Problem>, place: RowPlace, sent: Json): Driver => {
  say(problems, place.row, "type", "A row of Drivers has to be an object.")
  return {
    place,
    stored: sent,
    name: undefined,
    birthDate: undefined,
    isMain: undefined,
    licence: undefined,
    licenceNumber: undefined,
    convictions: undefined,
    age: undefined,
    isWrong: true
  }
}

/** The row without computed, hidden and unknown fields; adds a problem for each unknown one. Mostly it is the whole row. */
const store = (problems: Array<Problem>, sent: JsonObject, place: RowPlace, hasNumber: boolean): JsonObject => {
  const isKept = (slug: string): boolean => KNOWN.has(slug) && slug !== "age" && (hasNumber || slug !== "licenceNumber")
  let isWhole = true
  for (const slug in sent) {
    if (!KNOWN.has(slug)) sayUnknown(problems, place.row, slug, sent, FIELDS)
    if (!isKept(slug)) isWhole = false
  }
  if (isWhole) return { ...sent }
  const stored: { [slug: string]: Json } = {}
  for (const slug in sent) if (isKept(slug)) stored[slug] = sent[slug] ?? null
  return stored
}

/** A required value. */
const needed = (problems: Array<Problem>, place: Place, sent: Json | undefined, draft: boolean): Json | undefined => {
  if (!draft && isAbsent(sent)) sayRequired(problems, place)
  return sent
}

/** One row, with the problems of its values in the order of its fields. */
const readRow = (
  problems: Array<Problem>,
  sent: JsonObject,
  today: number | undefined,
  place: RowPlace,
  draft: boolean,
  others: ReadonlyArray<Driver>
): Driver => {
  const start = problems.length
  if (!draft && isBlank(sent["name"])) sayRequired(problems, place.name)
  const name = readText(problems, place.name, sent["name"], 0, 100)
  const birth = needed(problems, place.birthDate, sent["birthDate"], draft)
  const birthDate = readDate(problems, place.birthDate, birth, BORN)
  const isMain = readBoolean(problems, place.isMain, needed(problems, place.isMain, sent["isMain"], draft))
  const licence = readChoice(
    problems,
    place.licence,
    needed(problems, place.licence, sent["licence"], draft),
    isLicence
  )
  let licenceNumber: string | undefined
  if (licence === "full") {
    const number = needed(problems, place.licenceNumber, sent["licenceNumber"], draft)
    licenceNumber = readText(problems, place.licenceNumber, number, 0, 16, NUMBER)
    if (licenceNumber !== undefined && others.some((other) => other.licenceNumber === licenceNumber))
      say(problems, place.licenceNumber, "unique", "Licence number is the same as in another row.")
  }
  const count = needed(problems, place.convictions, sent["convictions"], draft)
  const convictions = readInteger(problems, place.convictions, count, CONVICTIONS)
  const isWrong =
    problems.length > start && problems.slice(start).some(({ code }) => code !== "required" && code !== "unique")
  const age = birthDate === undefined || today === undefined ? undefined : yearsBetween(birthDate, today)
  const driver = { name, birthDate, isMain, licence, licenceNumber, convictions, age, isWrong }
  if (others.some((other) => isAlike(other, driver)))
    // Problems of the row come before those of its fields.
    problems.splice(start, 0, problemAt(place.row, "unique", "This row of Drivers is there twice."))
  return { ...driver, place, stored: store(problems, sent, place, licence === "full") }
}

/** Computes the age from the date of birth. */
const isAlike = (a: Values, b: Values): boolean =>
  !a.isWrong &&
  !b.isWrong &&
  a.name === b.name &&
  a.birthDate === b.birthDate &&
  a.isMain === b.isMain &&
  a.licence === b.licence &&
  a.licenceNumber === b.licenceNumber &&
  a.convictions === b.convictions

/** Undefined where the list is missing, malformed or too long. */
export const readDrivers = (
  problems: Array<Problem>,
  sent: Json | undefined,
  today: number | undefined,
  draft: boolean
): ReadonlyArray<Driver> | undefined => {
  if (isAbsent(sent)) {
    if (!draft) sayRequired(problems, LIST)
    return undefined
  }
  if (!Array.isArray(sent)) return say(problems, LIST, "type", "Drivers has to be a list.")
  if (sent.length > MOST) return say(problems, LIST, "max_items", "Drivers has more than 6 rows.")
  if (sent.length < 1) say(problems, LIST, "min_items", "Drivers has fewer than 1 row.")
  const rows: ReadonlyArray<Json> = sent
  const drivers: Array<Driver> = []
  for (const place of PLACES) {
    const row = rows[drivers.length]
    if (row === undefined) break
    drivers.push(isObject(row) ? readRow(problems, row, today, place, draft, drivers) : noObject(problems, place, row))
  }
  return drivers
}

/** Every answer of the quote except for the drivers, read in the order of the form. */
import type { Problem } from "@formwork/rules/Evaluation"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { textOf } from "../json.ts"
import { type Place, place, problemAt } from "./Place.ts"
import { readInteger, readMoney, readTenths } from "./numbers.ts"
import {
  isAbsent,
  isBlank,
  readBoolean,
  readChoice,
  readChoices,
  readDate,
  readDateOfDatetime,
  readText,
  readTime,
  sayRequired
} from "./readers.ts"
import { isEmail, isPhone, isRegistration, isUrl } from "./texts.ts"

export const PLACES = {
  proposerName: place("proposerName", "Your name"),
  email: place("email", "E-mail address"),
  phone: place("phone", "Phone number"),
  contactBy: place("contactBy", "How to reach you"),
  callTime: place("callTime", "Best time to call"),
  requestedAt: place("requestedAt", "Quote requested at"),
  startDate: place("startDate", "Cover starts on"),
  cover: place("cover", "Cover"),
  paymentPlan: place("paymentPlan", "Payment"),
  voluntaryExcess: place("voluntaryExcess", "Voluntary excess"),
  registration: place("registration", "Registration number"),
  advert: place("advert", "Advert of the vehicle, if you are about to buy it"),
  vehicleValue: place("vehicleValue", "Value of the vehicle"),
  engineLitres: place("engineLitres", "Engine size in litres"),
  firstRegistered: place("firstRegistered", "First registered on"),
  annualMiles: place("annualMiles", "Miles a year"),
  usage: place("usage", "Use"),
  businessMiles: place("businessMiles", "Business miles a year"),
  overnight: place("overnight", "Kept overnight"),
  modified: place("modified", "Is the vehicle modified?"),
  modifications: place("modifications", "Modifications"),
  tracker: place("tracker", "Is a tracker fitted?"),
  noClaimsYears: place("noClaimsYears", "Years without a claim"),
  protectNoClaims: place("protectNoClaims", "Protect the no-claims discount"),
  courtesyCar: place("courtesyCar", "Courtesy car"),
  breakdown: place("breakdown", "Breakdown cover"),
  legalCover: place("legalCover", "Legal cover"),
  drivers: place("drivers", "Drivers")
}

const MOST_CHARACTERS = 20_000
const EMAIL = { test: isEmail, fault: "is not an e-mail address, such as name@example.com." }
const PHONE = { test: isPhone, fault: "is not a phone number of 5 to 20 digits." }
const ADVERT = { test: isUrl, fault: "is not a web address that starts with http:// or https://." }
const REGISTRATION = { test: isRegistration, fault: "does not have the form that is asked for." }
const EXCESS = { least: 0, most: 100_000, written: ["0.00", "1000.00"] } as const
const VALUE = { least: 10_000, most: 50_000_000, written: ["100.00", "500000.00"] } as const
const LITRES = { least: 1, most: 100, written: ["0.1", "10"] } as const
const MILES = { least: 0, most: 100_000, written: ["0", "100000"] } as const
const BUSINESS_MILES = { least: 1, most: Infinity, written: ["1", ""] } as const
const YEARS = { least: 0, most: 40, written: ["0", "40"] } as const
const CALLS = { least: 8 * 3600, most: 20 * 3600, written: ["08:00", "20:00"] } as const
const REGISTERED = { least: 19_800_101, written: "1980-01-01" }

const WAYS: ReadonlySet<string> = new Set(["email", "phone", "post"])
const isCover = (text: string): text is "comp" | "tpft" | "tpo" => text === "comp" || text === "tpft" || text === "tpo"
const isPlan = (text: string): text is "annual" | "monthly" => text === "annual" || text === "monthly"
const isUsage = (text: string): text is "social" | "commuting" | "business" =>
  text === "social" || text === "commuting" || text === "business"
const isPlaceOvernight = (text: string): text is "garage" | "drive" | "street" =>
  text === "garage" || text === "drive" || text === "street"

/** A required value. */
const needed = (problems: Array<Problem>, place: Place, data: JsonObject, draft: boolean): Json | undefined => {
  const sent = data[place.field]
  if (!draft && isAbsent(sent)) sayRequired(problems, place)
  return sent
}

/** Whether to phone. Problems of the phone number come before those of the ways to reach the proposer. */
const readContact = (problems: Array<Problem>, data: JsonObject, draft: boolean): boolean => {
  const { contactBy, phone } = PLACES
  const start = problems.length
  readText(problems, phone, data["phone"], 0, MOST_CHARACTERS, PHONE)
  if (!draft && isAbsent(data["contactBy"])) sayRequired(problems, contactBy)
  const ways = readChoices(problems, contactBy, data["contactBy"], WAYS)
  const byPhone = ways !== undefined && ways.includes("phone")
  if (byPhone && !draft && isAbsent(data["phone"]))
    problems.splice(start, 0, problemAt(phone, "required", `${phone.label} is required.`))
  return byPhone
}

export const readAnswers = (problems: Array<Problem>, data: JsonObject, draft: boolean) => {
  const at = PLACES
  readText(problems, at.proposerName, needed(problems, at.proposerName, data, draft), 2, 100)
  readText(problems, at.email, needed(problems, at.email, data, draft), 0, MOST_CHARACTERS, EMAIL)
  const byPhone = readContact(problems, data, draft)
  if (byPhone) readTime(problems, at.callTime, data["callTime"], CALLS)
  const requestedOn = readDateOfDatetime(problems, at.requestedAt, needed(problems, at.requestedAt, data, draft))
  const startDate = readDate(problems, at.startDate, needed(problems, at.startDate, data, draft))
  const cover = readChoice(problems, at.cover, needed(problems, at.cover, data, draft), isCover)
  const paymentPlan = readChoice(problems, at.paymentPlan, data["paymentPlan"], isPlan)
  const excess = readMoney(problems, at.voluntaryExcess, data["voluntaryExcess"], EXCESS)
  readText(problems, at.registration, needed(problems, at.registration, data, draft), 0, 8, REGISTRATION)
  readText(problems, at.advert, data["advert"], 0, MOST_CHARACTERS, ADVERT)
  const vehicleValue = readMoney(problems, at.vehicleValue, needed(problems, at.vehicleValue, data, draft), VALUE)
  readTenths(problems, at.engineLitres, data["engineLitres"], LITRES)
  const firstRegistered = readDate(problems, at.firstRegistered, data["firstRegistered"], REGISTERED)
  const annualMiles = readInteger(problems, at.annualMiles, needed(problems, at.annualMiles, data, draft), MILES)
  const usage = readChoice(problems, at.usage, needed(problems, at.usage, data, draft), isUsage)
  const businessMiles =
    usage === "business"
      ? readInteger(problems, at.businessMiles, needed(problems, at.businessMiles, data, draft), BUSINESS_MILES)
      : undefined
  readChoice(problems, at.overnight, data["overnight"], isPlaceOvernight)
  const modified = readBoolean(problems, at.modified, needed(problems, at.modified, data, draft))
  if (modified === true && !draft && isBlank(data["modifications"])) sayRequired(problems, at.modifications)
  if (modified === true) readText(problems, at.modifications, data["modifications"], 0, 2000)
  const tracker = readBoolean(problems, at.tracker, data["tracker"])
  const noClaimsYears = readInteger(problems, at.noClaimsYears, needed(problems, at.noClaimsYears, data, draft), YEARS)
  const canProtect = noClaimsYears !== undefined && noClaimsYears >= 4
  const protectNoClaims = canProtect ? readBoolean(problems, at.protectNoClaims, data["protectNoClaims"]) : undefined
  const courtesyCar = cover === "comp" ? readBoolean(problems, at.courtesyCar, data["courtesyCar"]) : undefined
  const breakdown = readBoolean(problems, at.breakdown, data["breakdown"])
  const legalCover = readBoolean(problems, at.legalCover, data["legalCover"])
  return {
    byPhone,
    requestedOn,
    startDate,
    cover,
    paymentPlan,
    excess,
    vehicleValue,
    firstRegistered,
    annualMiles,
    usage,
    businessMiles,
    modified,
    tracker,
    noClaimsYears,
    canProtect,
    protectNoClaims,
    courtesyCar,
    breakdown,
    legalCover,
    /** The text as shown. */
    registeredText: textOf(data["firstRegistered"])
  }
}

export type Answers = Readonly<ReturnType<typeof readAnswers>>

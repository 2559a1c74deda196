/** Which engines compute wrong amounts: random quotes against exact integers. */
import type { Json, JsonObject } from "@formwork/rules/Json"
import { itemsOf, membersOf, textOf } from "../json.ts"
import type { QuoteResult } from "../peers/Peer.ts"
import { progress } from "../progress.ts"
import { random } from "../random.ts"
import type { Row } from "../Row.ts"
import { OPTIONS } from "../demo.ts"
import { parsed, validPayload } from "./payloads.ts"
import { byHand, ours, type ReadyPeer, resultOf } from "./quote.ts"

/** A peer stops after this time; its row says how far it got. */
const MOST_MILLIS = 4000

/** An amount in units of 10^-14, so that no rate of the quote leaves a remainder. */
const UNIT = 10n ** 14n

const amount = (sent: Json | undefined): bigint => (BigInt(textOf(sent).replace(".", "")) * UNIT) / 100n

/** A half away from zero, to pence. */
const rounded = (value: bigint): bigint => {
  const penny = UNIT / 100n
  const size = value < 0n ? -value : value
  const whole = (size * 2n + penny) / (2n * penny)
  return (value < 0n ? -whole : whole) * penny
}

const written = (value: bigint): string => {
  const pence = value / (UNIT / 100n)
  const digits = String(pence < 0n ? -pence : pence).padStart(3, "0")
  return `${pence < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const age = (birthDate: string): number => {
  const years = Number(OPTIONS.today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return OPTIONS.today.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** Base, extras, tax, premium: the formulas of the form in whole numbers of any size. */
const exactMoney = (payload: JsonObject): ReadonlyArray<string> => {
  const drivers = itemsOf(payload["drivers"]).map(membersOf)
  const young = BigInt(drivers.filter((driver) => age(textOf(driver["birthDate"])) < 25).length)
  const convictions = BigInt(drivers.reduce((sum, driver) => sum + Number(driver["convictions"]), 0))
  const { cover, usage } = payload
  const coverRate = cover === "comp" ? 425n : cover === "tpft" ? 325n : 275n // 1/10,000
  const usageRate = usage === "business" ? 125n : usage === "commuting" ? 110n : 100n // 1/100
  const years = BigInt(Math.min(Number(payload["noClaimsYears"]), 10))
  const risk = amount(payload["vehicleValue"]) * coverRate * usageRate * (100n + 15n * young) * (100n - 5n * years)
  const tenth = amount(payload["voluntaryExcess"]) / 10n
  const saved = tenth < 50n * UNIT ? tenth : 50n * UNIT
  const base = rounded(risk / 10n ** 10n + 75n * convictions * UNIT - saved)
  const extra = (slug: string, pence: bigint): bigint => (payload[slug] === true ? (pence * UNIT) / 100n : 0n)
  const extras =
    extra("courtesyCar", 4500n) +
    extra("breakdown", 6250n) +
    extra("legalCover", 2799n) +
    extra("protectNoClaims", 3800n)
  const tax = rounded(((base + extras) * 12n) / 100n)
  return [base, extras, tax, base + extras + tax].map(written)
}

const wrongOf = async (
  name: string,
  result: (payload: JsonObject) => QuoteResult | Promise<QuoteResult>,
  count: number,
  mostMillis: number
): Promise<Row> => {
  const chance = random(11)
  const end = performance.now() + mostMillis
  const tick = progress(`cents of ${name}`)
  let done = 0
  let wrong = 0
  while (done < count && (done < 100 || performance.now() < end)) {
    const payload = parsed(validPayload(chance))
    const found = result(payload)
    const { money } = found instanceof Promise ? await found : found
    if (money.join() !== exactMoney(payload).join()) wrong += 1
    done += 1
    tick(done, count)
  }
  tick(count, count)
  const bar = name === "generated" || name === "closures" ? { bar: "0" } : {}
  const share = Number(((wrong / done) * 100).toPrecision(2))
  return { name: `wrong cents/${name}`, wrong, of: done, ...bar, notes: `${share} % of quotes` }
}

export const centsRows = async (
  count: number,
  wanted: (name: string) => boolean,
  peers: ReadonlyArray<ReadyPeer>
): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  const engines = [{ name: "hand", evaluate: byHand }, ...ours()].filter(({ name }) => wanted(`wrong cents/${name}`))
  for (const { evaluate, name } of engines)
    rows.push(await wrongOf(name, (payload) => resultOf(evaluate(payload)), count, Infinity))
  for (const { name, ready } of peers) rows.push(await wrongOf(name, ready.result, count, MOST_MILLIS))
  return rows
}

/** The quote, evaluated by hand-written code, by our back ends, and by the peers; each checked before it is timed. */
import type { Evaluation } from "@formwork/rules/Evaluation"
import type { JsonObject } from "@formwork/rules/Json"
import { itemsOf, membersOf, textOf } from "../json.ts"
import { evaluateQuote } from "../hand/quote.ts"
import { measure, ROTATION, type Timed, type Timing } from "../measure.ts"
import type { Peer, QuoteResult, Ready } from "../peers/Peer.ts"
import { peers } from "../peers/peers.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import { example, form, OPTIONS } from "../demo.ts"
import { backEnds, checked } from "./ours.ts"
import { validPayloads, variations, wrongQuote } from "./payloads.ts"

export type Evaluate = (data: JsonObject) => Evaluation

const VARIATIONS = 2000
const PEER_PAYLOADS = 200

export const byHand: Evaluate = (data) => evaluateQuote(data, OPTIONS)

export const ours = (): ReadonlyArray<{ readonly name: string; readonly evaluate: Evaluate }> => {
  const quote = checked(form)
  return backEnds.map(({ compile, name }) => {
    const { evaluate } = compile(quote)
    return { name, evaluate: (data) => evaluate(data, OPTIONS) }
  })
}

const slugs = Object.keys(example)

/** Payloads, most of them invalid, for which `evaluate` gives other bytes than hand-written code. */
const differences = (evaluate: Evaluate): number =>
  [
    example,
    wrongQuote(example),
    ...validPayloads(ROTATION, 7),
    ...variations(VARIATIONS, 2, ["drivers", ...slugs])
  ].filter((payload) => JSON.stringify(evaluate(payload)) !== JSON.stringify(byHand(payload))).length

/** An evaluation, in the form in which peers are compared. */
export const resultOf = ({ calculatedData, hiddenFields, outcomes, valid }: Evaluation): QuoteResult => ({
  ages: itemsOf(calculatedData["drivers"]).map((row) => Number(membersOf(row)["age"])),
  youngDrivers: Number(calculatedData["youngDrivers"]),
  money: ["basePremium", "extrasPremium", "taxPremium", "premium"].map((slug) => textOf(calculatedData[slug])),
  hidden: hiddenFields,
  outcomes: outcomes.map(({ id }) => id),
  valid
})

const KEYS = ["ages", "youngDrivers", "money", "hidden", "outcomes", "valid"] as const

/** Payloads with one problem each, of the kinds that every peer can check. */
const FAULTS: JsonObject = {
  proposerName: "A",
  email: "nobody",
  startDate: "2027-01-01",
  cover: "none",
  registration: "1",
  vehicleValue: "50.00",
  firstRegistered: "2026-12-01",
  usage: "business",
  noClaimsYears: 41,
  modified: true,
  drivers: [{ ...membersOf(itemsOf(example["drivers"])[0]), convictions: 21 }]
}

const acceptedFaults = async ({ result }: Ready): Promise<ReadonlyArray<string>> => {
  const accepted: Array<string> = []
  for (const [slug, value] of Object.entries(FAULTS)) {
    const { valid } = await result({ ...example, [slug]: value })
    if (valid) accepted.push(slug)
  }
  return accepted
}

/** How a peer's results differ from hand-written code, in words. */
const peerDifferences = async (ready: Ready): Promise<string> => {
  const counts = new Map<string, number>()
  for (const payload of [example, ...validPayloads(PEER_PAYLOADS - 1, 9)]) {
    const [found, wanted] = [await ready.result(payload), resultOf(byHand(payload))]
    for (const key of KEYS)
      if (JSON.stringify(found[key]) !== JSON.stringify(wanted[key])) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const accepted = await acceptedFaults(ready)
  const said = [...counts].map(([key, count]) => `${key} differ in ${count} of ${PEER_PAYLOADS}`).join(", ")
  const faults = accepted.length === 0 ? "" : `; accepts faults in ${accepted.join(", ")}`
  return (said === "" ? "same results" : said) + faults
}

export interface ReadyPeer {
  readonly name: string
  readonly ready: Ready
  readonly notes: string
}

/** The peers that could be prepared; each of the others gets a row with the reason. */
export const preparePeers = async (
  wanted: (name: string) => boolean
): Promise<{ readonly ready: ReadonlyArray<ReadyPeer>; readonly failed: ReadonlyArray<Row> }> => {
  const ready: Array<ReadyPeer> = []
  const failed: Array<Row> = []
  for (const { load, name } of peers.filter((one) => wanted(`quote/${one.name}`))) {
    try {
      const peer: Peer = await load()
      const prepared = peer.prepare()
      ready.push({ name, ready: prepared, notes: `${await peerDifferences(prepared)}; ${peer.notes}` })
    } catch (error) {
      failed.push({ name: `quote/${name}`, notes: `could not be measured: ${String(error)}` })
    }
  }
  return { ready, failed }
}

export const rowOf = ({ high, low, median, name, ratio, ratioHigh, ratioLow }: Timing, more: Partial<Row>): Row => ({
  name,
  ratio,
  ratio_low: ratioLow,
  ratio_high: ratioHigh,
  median_ns: median,
  low_ns: low,
  high_ns: high,
  ...more
})

export const quoteRows = async (
  rounds: number,
  wanted: (name: string) => boolean,
  peersReady: ReadonlyArray<ReadyPeer>
): Promise<ReadonlyArray<Row>> => {
  const payloads = validPayloads(ROTATION, 3)
  const at = (index: number): JsonObject => payloads[index % ROTATION] ?? example
  const engines = ours().filter(({ name }) => wanted(`quote/${name}`))
  const notes = new Map<string, Partial<Row>>([
    ["quote/hand", { notes: "checks the same payload, gives the same bytes" }]
  ])
  for (const { evaluate, name } of engines) {
    const wrong = differences(evaluate)
    notes.set(`quote/${name}`, {
      ...(name === "generated" ? { bar: "≤ 1.5 ×" } : {}),
      notes: `${wrong} of ${VARIATIONS + ROTATION + 2} payloads, most of them invalid, give other bytes than by hand`
    })
  }
  for (const peer of peersReady) notes.set(`quote/${peer.name}`, { notes: peer.notes })
  const timed: ReadonlyArray<Timed> = [
    { name: "quote/hand", run: (index) => byHand(at(index)) },
    ...engines.map(({ evaluate, name }) => ({ name: `quote/${name}`, run: (index: number) => evaluate(at(index)) })),
    ...peersReady.map(({ name, ready }) => ({ name: `quote/${name}`, run: (index: number) => ready.run(at(index)) }))
  ]
  const timings = await measure(timed, rounds, progress("the quote"))
  return timings.map((timing) => rowOf(timing, notes.get(timing.name) ?? {}))
}

/** The quote with several problems: writing messages is work too. */
export const invalidRows = async (rounds: number, wanted: (name: string) => boolean): Promise<ReadonlyArray<Row>> => {
  const payload = wrongQuote(example)
  const { length } = byHand(payload).problems
  const timed: ReadonlyArray<Timed> = [
    { name: "invalid/hand", run: () => byHand(payload) },
    ...ours()
      .filter(({ name }) => wanted(`invalid/${name}`))
      .map(({ evaluate, name }) => ({ name: `invalid/${name}`, run: () => evaluate(payload) }))
  ]
  const timings = await measure(timed, rounds, progress("an invalid quote"))
  return timings.map((timing) =>
    rowOf(timing, {
      ...(timing.name === "invalid/generated" ? { bar: "≤ 1.5 ×" } : {}),
      notes: `one payload with ${length} problems`
    })
  )
}

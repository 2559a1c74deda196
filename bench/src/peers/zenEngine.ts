import { ZenEngine } from "@gorules/zen-engine"
import { OPTIONS } from "../demo.ts"
import { type Dialect, limits, rowLimits, written } from "./limits.ts"
import { type Peer, pounds, type QuoteResult } from "./Peer.ts"

const dialect: Dialect = {
  name: (slug) => (slug === "vehicleValue" ? "$.value" : slug === "voluntaryExcess" ? "$.excess" : slug),
  number: String,
  length: (name) => `len(${name})`,
  matches: (name, regex) => `matches(${name}, '${regex}')`,
  isMissing: (name) => `${name} == null`,
  and: "and",
  or: "or"
}
const rowDialect: Dialect = { ...dialect, name: (slug) => `#.${slug}` }
/** Texts have no order here; dates and times are compared as such by the checks. */
const isSaid = ({ kind }: { readonly kind: string }): boolean => kind !== "from"

/** The expressions of one node run in their order; `$` reads earlier ones. */
const EXPRESSIONS: ReadonlyArray<readonly [key: string, value: string]> = [
  ["noCall", "not ('phone' in contactBy)"],
  ["noBusiness", "usage != 'business'"],
  ["noChanges", "not modified"],
  ["noProtection", "noClaimsYears < 4"],
  ["noCar", "cover != 'comp'"],
  ["ages", "map(drivers, d(today).diff(d(#.birthDate), 'year'))"],
  ["youngDrivers", "len(filter($.ages, # < 25))"],
  ["value", "number(vehicleValue)"],
  ["excess", "voluntaryExcess == null ? 0 : number(voluntaryExcess)"],
  [
    "base",
    `round($.value
      * (cover == 'comp' ? 0.0425 : cover == 'tpft' ? 0.0325 : 0.0275)
      * (usage == 'business' ? 1.25 : usage == 'commuting' ? 1.10 : 1)
      * (1 + 0.15 * $.youngDrivers) * (1 - 0.05 * min([noClaimsYears, 10]))
      + 75 * sum(map(drivers, #.convictions)) - min([$.excess * 0.10, 50]), 2)`
  ],
  [
    "extras",
    `(not $.noCar and courtesyCar == true ? 45 : 0) + (breakdown == true ? 62.5 : 0)
      + (legalCover == true ? 27.99 : 0) + (not $.noProtection and protectNoClaims == true ? 38 : 0)`
  ],
  ["tax", "round(($.base + $.extras) * 0.12, 2)"],
  ["premium", "$.base + $.extras + $.tax"],
  ["telematics", "$.youngDrivers > 0"],
  ["instalments", "paymentPlan == 'monthly' and $.premium > 0"],
  ["refer", "$.premium > 2000 or modified or ($.value > 75000 and tracker != true)"],
  ["decline", "some(drivers, #.convictions > 3) or some($.ages, # > 85)"],
  ["days", "d(startDate).diff(d(requestedOn), 'day')"],
  [
    "valid",
    `($.noCall or phone != null) and ($.noBusiness or businessMiles != null) and ($.noChanges or modifications != null)
      and len(filter(drivers, #.isMain)) == 1 and all($.ages, # >= 17)
      and all(drivers, #.licence != 'full' or #.licenceNumber != null) and $.days >= 0 and $.days <= 90
      and (firstRegistered == null or d(firstRegistered).isSameOrBefore(d(startDate)))
      and ($.noBusiness or businessMiles <= annualMiles)
      and all(contactBy, # in ['email', 'phone', 'post']) and len(drivers) <= 6
      and (callTime == null or time(callTime) >= time('08:00') and time(callTime) <= time('20:00'))
      and (firstRegistered == null or d(firstRegistered).isSameOrAfter(d('1980-01-01')))
      and all(drivers, d(#.birthDate).isSameOrAfter(d('1900-01-01')))
      and ${limits
        .filter(isSaid)
        .map((limit) => written(limit, dialect))
        .join(" and ")}
      and all(drivers, ${rowLimits
        .filter(isSaid)
        .map((limit) => written(limit, rowDialect))
        .join(" and ")})`
  ]
]

const node = (id: string, type: string, content: object = {}) => ({
  id,
  name: id,
  type,
  position: { x: 0, y: 0 },
  content
})
const edge = (sourceId: string, targetId: string) => ({
  id: `${sourceId}-${targetId}`,
  sourceId,
  targetId,
  type: "edge"
})

const decision = {
  nodes: [
    node("in", "inputNode"),
    node("quote", "expressionNode", {
      expressions: EXPRESSIONS.map(([key, value]) => ({ id: key, key, value })),
      passThrough: false,
      inputField: null,
      outputPath: null,
      executionMode: "single"
    }),
    node("out", "outputNode")
  ],
  edges: [edge("in", "quote"), edge("quote", "out")]
}

const flags = (result: { readonly [key: string]: unknown }, names: { readonly [key: string]: string }) =>
  Object.entries(names).flatMap(([key, name]) => (result[key] === true ? [name] : []))

const hiddenNames = {
  noCall: "callTime",
  noBusiness: "businessMiles",
  noChanges: "modifications",
  noProtection: "protectNoClaims",
  noCar: "courtesyCar"
}
const outcomeNames = { telematics: "telematics", instalments: "instalments", refer: "refer", decline: "decline" }

export const zenEngine: Peer = {
  name: "@gorules/zen-engine",
  notes:
    "no types, unknown fields, sentences or hidden row fields; Rust decimals; a promise each, JSON over the border; ordered by hand; a 29 February birthday comes a day early",
  prepare: () => {
    const quote = new ZenEngine().createDecision(decision)
    const run = (payload: { readonly [slug: string]: unknown }) =>
      quote.evaluate({ ...payload, today: OPTIONS.today, requestedOn: String(payload["requestedAt"]).slice(0, 10) })
    return {
      run,
      result: async (payload): Promise<QuoteResult> => {
        const { result } = await run(payload)
        const rows: ReadonlyArray<unknown> = Array.isArray(payload["drivers"]) ? payload["drivers"] : []
        const isFull = (row: unknown): boolean =>
          typeof row === "object" && row !== null && "licence" in row && row.licence === "full"
        return {
          ages: result.ages,
          youngDrivers: result.youngDrivers,
          money: [result.base, result.extras, result.tax, result.premium].map(pounds),
          hidden: [
            ...flags(result, hiddenNames),
            ...rows.flatMap((row, index) => (isFull(row) ? [] : [`drivers[${index}].licenceNumber`]))
          ],
          outcomes: flags(result, outcomeNames),
          valid: result.valid
        }
      }
    }
  }
}

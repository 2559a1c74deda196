import { LogicEngine } from "json-logic-engine"
import { drive, type Rules } from "./byHand.ts"
import { daysBetween, roundToPence, yearsBetween } from "./functions.ts"
import { type Limit, limits, rowLimits } from "./limits.ts"
import type { Peer } from "./Peer.ts"

type Logic = null | boolean | number | string | ReadonlyArray<Logic> | { readonly [operator: string]: Logic }

const name = (slug: string): Logic => ({ var: slug })
const is = (slug: string, value: Logic): Logic => ({ "===": [name(slug), value] })
const isGiven = (slug: string): Logic => ({ "!==": [name(slug), null] })
const unless = (condition: Logic, otherwise: Logic): Logic => ({ or: [{ "!": condition }, otherwise] })
const extra = (slug: string, pounds: number): Logic => ({ if: [is(slug, true), pounds, 0] })
const count = (condition: Logic): Logic => ({ reduce: [rowsWhere(condition), { "+": [name("accumulator"), 1] }, 0] })
const rowsWhere = (condition: Logic): Logic => ({ filter: [name("drivers"), condition] })

const between = (value: Logic, least: number, most: number): Logic => ({
  and: [{ ">=": [value, least] }, { "<=": [value, most] }]
})

const limitBody = (limit: Limit): Logic => {
  const own = name(limit.slug)
  switch (limit.kind) {
    case "length":
      return between({ length: own }, limit.least, limit.most)
    case "between":
      return between(own, limit.least, limit.most)
    case "matches":
      return { matches: [own, limit.regex] }
    case "among":
      return { in: [own, limit.options] }
    case "from":
      return { ">=": [own, limit.text] }
  }
}

const limitRule = (limit: Limit): Logic =>
  limit.optional ? unless(isGiven(limit.slug), limitBody(limit)) : limitBody(limit)

/** Twice, as in CEL: `{"<=": [0, days, 90]}` throws NaN once it is built. */
const days: Logic = { daysBetween: [name("requestedAt"), name("startDate")] }

const rules: Rules<Logic> = {
  visible: [
    ["callTime", { in: ["phone", name("contactBy")] }],
    ["businessMiles", is("usage", "business")],
    ["modifications", is("modified", true)],
    ["protectNoClaims", { ">=": [name("noClaimsYears"), 4] }],
    ["courtesyCar", is("cover", "comp")]
  ],
  numberVisible: is("licence", "full"),
  age: { yearsBetween: [name("birthDate"), name("today")] },
  youngDrivers: count({ "<": [name("age"), 25] }),
  basePremium: {
    roundToPence: [
      {
        "-": [
          {
            "+": [
              {
                "*": [
                  name("vehicleValue"),
                  { if: [is("cover", "comp"), 0.0425, is("cover", "tpft"), 0.0325, 0.0275] },
                  { if: [is("usage", "business"), 1.25, is("usage", "commuting"), 1.1, 1] },
                  { "+": [1, { "*": [0.15, name("youngDrivers")] }] },
                  { "-": [1, { "*": [0.05, { min: [name("noClaimsYears"), 10] }] }] }
                ]
              },
              {
                "*": [
                  75,
                  {
                    reduce: [name("drivers"), { "+": [name("accumulator"), name("current.convictions")] }, 0]
                  }
                ]
              }
            ]
          },
          { min: [{ "*": [{ if: [isGiven("voluntaryExcess"), name("voluntaryExcess"), 0] }, 0.1] }, 50] }
        ]
      }
    ]
  },
  extrasPremium: {
    "+": [extra("courtesyCar", 45), extra("breakdown", 62.5), extra("legalCover", 27.99), extra("protectNoClaims", 38)]
  },
  taxPremium: { roundToPence: [{ "*": [{ "+": [name("basePremium"), name("extrasPremium")] }, 0.12] }] },
  premium: { "+": [name("basePremium"), name("extrasPremium"), name("taxPremium")] },
  checks: [
    unless({ in: ["phone", name("contactBy")] }, isGiven("phone")),
    unless(is("usage", "business"), isGiven("businessMiles")),
    unless(is("modified", true), isGiven("modifications")),
    { "===": [count(is("isMain", true)), 1] },
    { and: [{ ">=": [days, 0] }, { "<=": [days, 90] }] },
    unless(isGiven("firstRegistered"), { "<=": [name("firstRegistered"), name("startDate")] }),
    unless(isGiven("businessMiles"), { "<=": [name("businessMiles"), name("annualMiles")] }),
    between({ length: name("contactBy") }, 1, 3),
    { all: [name("contactBy"), { in: [name(""), ["email", "phone", "post"]] }] },
    between({ length: name("drivers") }, 1, 6),
    unless(isGiven("callTime"), { "<=": [name("callTime"), "20:00"] }),
    ...limits.map(limitRule)
  ],
  rowChecks: [
    unless(is("licence", "full"), isGiven("licenceNumber")),
    { ">=": [name("age"), 17] },
    ...rowLimits.map(limitRule)
  ],
  outcomes: [
    ["telematics", { ">": [name("youngDrivers"), 0] }],
    ["instalments", { and: [is("paymentPlan", "monthly"), { ">": [name("premium"), 0] }] }],
    [
      "refer",
      {
        or: [
          { ">": [name("premium"), 2000] },
          is("modified", true),
          { and: [{ ">": [name("vehicleValue"), 75_000] }, { "!==": [name("tracker"), true] }] }
        ]
      }
    ],
    ["decline", { some: [name("drivers"), { or: [{ ">": [name("convictions"), 3] }, { ">": [name("age"), 85] }] }] }]
  ]
}

export const jsonLogic: Peer = {
  name: "json-logic-engine",
  notes: "no types, unknown fields or sentences; doubles; rounding, dates, patterns, order and missing by hand",
  prepare: () => {
    const engine = new LogicEngine()
    const pure = { deterministic: true, sync: true }
    engine.addMethod("roundToPence", ([value]: [number]) => roundToPence(value), pure)
    engine.addMethod("yearsBetween", ([from, to]: [string, string]) => yearsBetween(from, to), pure)
    engine.addMethod("daysBetween", ([from, to]: [string, string]) => daysBetween(from, to), pure)
    const compiled = new Map<string, RegExp>()
    const matches = ([text, regex]: [string, string]): boolean => {
      const known = compiled.get(regex) ?? new RegExp(regex)
      compiled.set(regex, known)
      return known.test(text)
    }
    engine.addMethod("matches", matches, pure)
    return drive(rules, (source) => {
      const built: unknown = engine.build(source)
      if (typeof built !== "function") return () => built
      return (names) => {
        const value: unknown = built(names)
        return value
      }
    })
  }
}

/** The quote in CEL, for both CEL libraries. Numbers are doubles. CEL has no `round`, `sum` or ages: these are custom functions. */
import type { Rules } from "./byHand.ts"
import { type Dialect, limits, rowLimits, written } from "./limits.ts"

const dialect: Dialect = {
  name: (slug) => slug,
  number: (value) => (Number.isInteger(value) ? `${value}.0` : String(value)),
  length: (name) => `double(size(${name}))`,
  matches: (name, regex) => `${name}.matches('${regex}')`,
  isMissing: (name) => `${name} == null`,
  and: "&&",
  or: "||"
}

export const celRules: Rules<string> = {
  visible: [
    ["callTime", "'phone' in contactBy"],
    ["businessMiles", "usage == 'business'"],
    ["modifications", "modified"],
    ["protectNoClaims", "noClaimsYears >= 4.0"],
    ["courtesyCar", "cover == 'comp'"]
  ],
  numberVisible: "licence == 'full'",
  age: "yearsBetween(birthDate, today)",
  youngDrivers: "double(drivers.filter(d, d.age < 25.0).size())",
  basePremium: `roundToPence(
    vehicleValue
      * (cover == 'comp' ? 0.0425 : cover == 'tpft' ? 0.0325 : 0.0275)
      * (usage == 'business' ? 1.25 : usage == 'commuting' ? 1.10 : 1.0)
      * (1.0 + 0.15 * youngDrivers)
      * (1.0 - 0.05 * (noClaimsYears < 10.0 ? noClaimsYears : 10.0))
      + 75.0 * sum(drivers.map(d, d.convictions))
      - (voluntaryExcess == null ? 0.0 : voluntaryExcess * 0.10 < 50.0 ? voluntaryExcess * 0.10 : 50.0))`,
  extrasPremium: `(courtesyCar == true ? 45.0 : 0.0) + (breakdown == true ? 62.5 : 0.0)
    + (legalCover == true ? 27.99 : 0.0) + (protectNoClaims == true ? 38.0 : 0.0)`,
  taxPremium: "roundToPence((basePremium + extrasPremium) * 0.12)",
  premium: "basePremium + extrasPremium + taxPremium",
  checks: [
    "!('phone' in contactBy) || phone != null",
    "usage != 'business' || businessMiles != null",
    "!modified || modifications != null",
    "drivers.filter(d, d.isMain).size() == 1",
    "daysBetween(requestedAt, startDate) >= 0.0 && daysBetween(requestedAt, startDate) <= 90.0",
    "firstRegistered == null || firstRegistered <= startDate",
    "businessMiles == null || businessMiles <= annualMiles",
    "size(contactBy) >= 1 && contactBy.all(way, way in ['email', 'phone', 'post'])",
    "size(drivers) >= 1 && size(drivers) <= 6",
    "callTime == null || callTime <= '20:00'",
    ...limits.map((limit) => written(limit, dialect))
  ],
  rowChecks: [
    "licence != 'full' || licenceNumber != null",
    "age >= 17.0",
    ...rowLimits.map((limit) => written(limit, dialect))
  ],
  outcomes: [
    ["telematics", "youngDrivers > 0.0"],
    ["instalments", "paymentPlan == 'monthly' && premium > 0.0"],
    ["refer", "premium > 2000.0 || modified || (vehicleValue > 75000.0 && tracker != true)"],
    ["decline", "drivers.exists(d, d.convictions > 3.0 || d.age > 85.0)"]
  ]
}

export const CEL_NOTES =
  "no types, unknown fields or sentences; doubles; rounding, ages, sums, order and missing by hand"

/** The constraints of the quote, for engines that need them as conditions. */

export type Limit = { readonly slug: string; readonly optional: boolean } & (
  | { readonly kind: "length" | "between"; readonly least: number; readonly most: number }
  | { readonly kind: "matches"; readonly regex: string }
  | { readonly kind: "among"; readonly options: ReadonlyArray<string> }
  /** Of dates and times, which compare as texts. */
  | { readonly kind: "from"; readonly text: string }
)

const given = { optional: false }
const perhaps = { optional: true }
const DATE = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"

export const limits: ReadonlyArray<Limit> = [
  { slug: "proposerName", ...given, kind: "length", least: 2, most: 100 },
  { slug: "email", ...given, kind: "matches", regex: "^[^@ ]+@[^@ ]+[.][^@ ]+$" },
  { slug: "phone", ...perhaps, kind: "matches", regex: "^[+]?[0-9 ().-]{5,40}$" },
  { slug: "callTime", ...perhaps, kind: "from", text: "08:00" },
  { slug: "requestedAt", ...given, kind: "matches", regex: "^[0-9-]{10}T[0-9:]{8}(Z|[+-][0-9:]{5})$" },
  { slug: "startDate", ...given, kind: "matches", regex: DATE },
  { slug: "cover", ...given, kind: "among", options: ["comp", "tpft", "tpo"] },
  { slug: "paymentPlan", ...perhaps, kind: "among", options: ["annual", "monthly"] },
  { slug: "voluntaryExcess", ...perhaps, kind: "between", least: 0, most: 1000 },
  { slug: "registration", ...given, kind: "matches", regex: "^[A-Z]{2}[0-9]{2} ?[A-Z]{3}$" },
  { slug: "advert", ...perhaps, kind: "matches", regex: "^https?:[/]{2}[^ ]+$" },
  { slug: "vehicleValue", ...given, kind: "between", least: 100, most: 500_000 },
  { slug: "engineLitres", ...perhaps, kind: "between", least: 0.1, most: 10 },
  { slug: "firstRegistered", ...perhaps, kind: "from", text: "1980-01-01" },
  { slug: "annualMiles", ...given, kind: "between", least: 0, most: 100_000 },
  { slug: "usage", ...given, kind: "among", options: ["social", "commuting", "business"] },
  { slug: "businessMiles", ...perhaps, kind: "between", least: 1, most: 1e9 },
  { slug: "overnight", ...perhaps, kind: "among", options: ["garage", "drive", "street"] },
  { slug: "modifications", ...perhaps, kind: "length", least: 1, most: 2000 },
  { slug: "noClaimsYears", ...given, kind: "between", least: 0, most: 40 }
]

export const rowLimits: ReadonlyArray<Limit> = [
  { slug: "name", ...given, kind: "length", least: 1, most: 100 },
  { slug: "birthDate", ...given, kind: "matches", regex: DATE },
  { slug: "birthDate", ...given, kind: "from", text: "1900-01-01" },
  { slug: "licence", ...given, kind: "among", options: ["full", "provisional"] },
  { slug: "licenceNumber", ...perhaps, kind: "matches", regex: "^[A-Z0-9]{16}$" },
  { slug: "convictions", ...given, kind: "between", least: 0, most: 20 }
]

/** How a language writes its conditions. */
export interface Dialect {
  readonly name: (slug: string) => string
  readonly number: (value: number) => string
  readonly length: (name: string) => string
  readonly matches: (name: string, regex: string) => string
  readonly isMissing: (name: string) => string
  readonly and: string
  readonly or: string
}

const body = (limit: Limit, { and, length, matches, name, number }: Dialect): string => {
  const own = name(limit.slug)
  switch (limit.kind) {
    case "length":
      return `${length(own)} >= ${number(limit.least)} ${and} ${length(own)} <= ${number(limit.most)}`
    case "between":
      return `${own} >= ${number(limit.least)} ${and} ${own} <= ${number(limit.most)}`
    case "matches":
      return matches(own, limit.regex)
    case "among":
      return `${own} in [${limit.options.map((option) => `'${option}'`).join(", ")}]`
    case "from":
      return `${own} >= '${limit.text}'`
  }
}

export const written = (limit: Limit, dialect: Dialect): string =>
  limit.optional
    ? `(${dialect.isMissing(dialect.name(limit.slug))} ${dialect.or} (${body(limit, dialect)}))`
    : `(${body(limit, dialect)})`

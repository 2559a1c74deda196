/** What the address says about which effects are listed. */
import type { Effect, FiringState } from "@formwork/client/contract"
import type { EffectFilter } from "../../../api/effects.ts"
import { startOfDay } from "../../../time/dates.ts"

export const stateNames = ["pending", "delivered", "dead", "stopped"] as const satisfies ReadonlyArray<FiringState>
export const kindNames = ["notification", "document", "integration", "delivery"] as const satisfies ReadonlyArray<
  Effect["kind"]
>

export interface EffectsSearch {
  readonly state?: FiringState
  readonly form?: string
  readonly submission?: string
  readonly kind?: Effect["kind"]
  readonly destination?: string
  /** Days in the person's zone, `2026-11-23`, both within. */
  readonly from?: string
  readonly to?: string
}

const textOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "")

const dayOf = (value: unknown): string => (/^\d{4}-\d{2}-\d{2}$/u.test(textOf(value)) ? textOf(value) : "")

export const effectsSearch = (given: Readonly<Record<string, unknown>>): EffectsSearch => {
  const state = stateNames.find((one) => one === given["state"])
  const kind = kindNames.find((one) => one === given["kind"])
  const texts = {
    form: textOf(given["form"]),
    submission: textOf(given["submission"]),
    destination: textOf(given["destination"]),
    from: dayOf(given["from"]),
    to: dayOf(given["to"])
  }
  return {
    ...(state === undefined ? {} : { state }),
    ...(kind === undefined ? {} : { kind }),
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""))
  }
}

/** Both days of the address are within. */
export const filterOf = ({ from, to, ...others }: EffectsSearch): EffectFilter => {
  const first = from === undefined ? undefined : startOfDay(from)
  const end = to === undefined ? undefined : startOfDay(to, 1)
  return { ...others, ...(first === undefined ? {} : { from: first }), ...(end === undefined ? {} : { to: end }) }
}

/** Whether the counts by state, which the server makes by form alone, are those of the list. */
export const isCounted = ({ destination, from, kind, submission, to }: EffectsSearch): boolean =>
  [destination, from, kind, submission, to].every((one) => one === undefined)

/** Whether anything narrows the list. */
export const isFiltered = (search: EffectsSearch): boolean => Object.keys(search).length > 0

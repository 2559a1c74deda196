/** What the address says about which lines of the audit log are shown. */
import type { AuditAction } from "@formwork/client/contract"
import type { AuditFilter } from "../../../api/audit.ts"
import { isDay, startOfDay } from "../../../time/dates.ts"

export interface AuditSearch {
  readonly action?: AuditAction
  readonly user?: string
  readonly credential?: string
  readonly subject?: string
  readonly request?: string
  /** Days in the person's zone, `2026-11-23`, both within. */
  readonly from?: string
  readonly to?: string
}

const names = ["action", "user", "credential", "subject", "request"] as const
const days = ["from", "to"] as const

const textOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "")

/** An action that is not known is left to the server, which says so. */
export const auditSearch = (given: Readonly<Record<string, unknown>>): AuditSearch =>
  Object.fromEntries([
    ...names.map((name) => [name, textOf(given[name])] as const).filter(([, text]) => text !== ""),
    ...days.map((name) => [name, textOf(given[name])] as const).filter(([, text]) => isDay(text))
  ])

/** Both days of the address are within. */
export const filterOf = ({ from, to, ...others }: AuditSearch): AuditFilter => {
  const first = from === undefined ? undefined : startOfDay(from)
  const end = to === undefined ? undefined : startOfDay(to, 1)
  return { ...others, ...(first === undefined ? {} : { from: first }), ...(end === undefined ? {} : { to: end }) }
}

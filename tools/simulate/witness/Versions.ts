/** Which version of a form is live, and by which factor each version multiplies: publishing is seen whole, by every later request. */
import type { FormId, FormVersionId } from "@formwork/domain/forms/Form"
import type { Json } from "@formwork/rules/Json"
import type { Court } from "./Court.ts"
import { factorOf } from "../orders/definition.ts"

/** How often a form's live version had changed when a request arrived. */
export type Moment = number

export class Versions {
  private readonly court: Court
  private readonly lives = new Map<FormId, Array<FormVersionId | null>>()
  private readonly factors = new Map<FormVersionId, number>()

  constructor(court: Court) {
    this.court = court
  }

  published(formId: FormId, versionId: FormVersionId, definition: Json): void {
    this.factors.set(versionId, factorOf(definition))
    this.live(formId, versionId)
  }

  /** @param versionId null: none is live. */
  live(formId: FormId, versionId: FormVersionId | null): void {
    const before = this.lives.get(formId) ?? []
    if (before.at(-1) !== versionId) this.lives.set(formId, [...before, versionId])
  }

  moment(formId: FormId): Moment {
    return this.lives.get(formId)?.length ?? 0
  }

  liveNow(formId: FormId): FormVersionId | null {
    return this.lives.get(formId)?.at(-1) ?? null
  }

  /** A submission was stored with this version's name and this result. */
  stored(formId: FormId, versionId: FormVersionId, amount: unknown, total: unknown): void {
    const rule = "publishing is seen whole"
    const live = this.liveNow(formId)
    this.court.expect(
      versionId === live,
      rule,
      `a submission is stored by the version that is live: ${live ?? "none"}`,
      `it was stored by ${versionId}`
    )
    this.sameResult(rule, versionId, amount, total)
  }

  private sameResult(rule: string, versionId: FormVersionId, amount: unknown, total: unknown): void {
    const factor = this.factors.get(versionId)
    const expected = Number(amount) * (factor ?? Number.NaN)
    this.court.expect(
      Number(total) === expected,
      rule,
      `version ${versionId} computes ${String(amount)} × ${factor} = ${expected}`,
      `it computed ${String(total)}`
    )
  }

  /** A request that arrived at `since` was answered with `total`. */
  evaluated(formId: FormId, since: Moment, amount: unknown, total: unknown): void {
    const possible = (this.lives.get(formId) ?? []).slice(Math.max(0, since - 1))
    const totals = possible.map((id) => (id === null ? null : Number(amount) * (this.factors.get(id) ?? Number.NaN)))
    this.court.expect(
      totals.includes(Number(total)),
      "a version that was published is live for every later request",
      `an answer of a version that was live since the request arrived: ${totals.map((one) => one ?? "refused").join(" or ")}`,
      `the answer was ${String(total)}`
    )
  }

  /** A request that arrived at `since` was refused: no version is live. */
  missing(formId: FormId, since: Moment): void {
    const possible = (this.lives.get(formId) ?? []).slice(Math.max(0, since - 1))
    this.court.expect(
      possible.length === 0 || possible.includes(null),
      "a form with a live version is found",
      `form ${formId} has been live since the request arrived`,
      "the request was refused: FormNotFound"
    )
  }
}

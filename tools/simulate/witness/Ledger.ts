/** What was filed: once under each Idempotency-Key, with the next number of its form, and whole. */
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Submission, SubmissionId } from "@formwork/domain/filing/Submission"
import type { Change, Filing } from "@formwork/domain/filing/SubmissionStore"
import type { FormId } from "@formwork/domain/forms/Form"
import type { Tables, Tenant } from "@formwork/memory/Tables"
import type { Court } from "./Court.ts"
import type { Credentials } from "./Credentials.ts"

interface Kept {
  readonly first: Submission
  revision: number
  isDeleted: boolean
}

interface Promised {
  readonly submissionId: SubmissionId
  readonly body: string
  readonly untilMillis: number
}

const dayMillis = 24 * 3_600_000

const exists = "each 201 exists"
const numbered = "reference numbers are gapless and in order"
const once = "one submission an Idempotency-Key"
const atOnce = "a change is stored whole"
const lost = "no change is lost"

export class Ledger {
  private readonly kept = new Map<SubmissionId, Kept>()
  private readonly numbers = new Map<FormId, number>()
  private readonly promised = new Map<string, Promised>()
  private readonly markers = new Map<string, SubmissionId>()
  private readonly answered = new Set<SubmissionId>()
  private readonly court: Court
  private readonly credentials: Credentials
  private readonly tables: Tables["Service"]

  constructor(court: Court, credentials: Credentials, tables: Tables["Service"]) {
    this.court = court
    this.credentials = credentials
    this.tables = tables
  }

  private tenantOf({ organisationId }: Pick<Caller, "organisationId">): Tenant | undefined {
    return this.tables.tenants.get(organisationId)
  }

  private promiseOf(caller: Caller, filing: Pick<Filing, "idempotency">, formId: FormId) {
    const { idempotency } = filing
    if (idempotency === undefined) return undefined
    const scope = `${caller.organisationId} ${this.credentials.chainOf(caller.credential.id)} ${formId} ${idempotency.key}`
    const found = this.promised.get(scope)
    const isOpen = found !== undefined && found.untilMillis > this.court.timeline.nowMillis
    return { scope, body: Buffer.from(idempotency.bodyHash).toString("hex"), earlier: isOpen ? found : undefined }
  }

  filed(caller: Caller, filing: Filing, submission: Submission): void {
    const { court } = this
    const { formId, id, referenceNumber } = submission
    const marker = String(submission.data["marker"])
    const promise = this.promiseOf(caller, filing, formId)
    court.expect(
      promise?.earlier === undefined,
      once,
      `the submission ${promise?.earlier?.submissionId ?? ""} again`,
      `${id} was stored under the same key`
    )
    if (promise !== undefined) {
      const untilMillis = court.timeline.nowMillis + dayMillis
      this.promised.set(promise.scope, { submissionId: id, body: promise.body, untilMillis })
    }
    const other = this.markers.get(marker)
    court.expect(
      other === undefined,
      once,
      `${marker} is stored once, as ${other ?? ""}`,
      `it was stored again as ${id}`
    )
    this.markers.set(marker, id)
    const number = Number(/-(\d+)$/u.exec(referenceNumber)?.[1])
    const expected = (this.numbers.get(formId) ?? 0) + 1
    court.expect(number === expected, numbered, `number ${expected} of form ${formId}`, `it was ${referenceNumber}`)
    this.numbers.set(formId, number)
    this.kept.set(id, { first: submission, revision: 1, isDeleted: false })
    this.storedWhole(caller, submission, "submission.created")
  }

  private storedWhole(caller: Caller, { id, revision }: Pick<Submission, "id" | "revision">, action: string): void {
    const tenant = this.tenantOf(caller)
    const stored = tenant?.submissions.get(id)
    if (!this.court.expect(stored !== undefined, exists, `submission ${id} is stored`, "it is not")) return
    const made = stored?.history.at(-1)
    this.court.expect(
      stored?.history.length === revision && made?.revision === revision && made.credential.id === caller.credential.id,
      atOnce,
      `revision ${revision} of ${id} in its history, made with ${caller.credential.id}`,
      `its history has ${stored?.history.length} revisions, the last made with ${made?.credential.id}`
    )
    const line = tenant?.audit.at(-1)
    this.court.expect(
      line?.subject === id && line.action === action,
      atOnce,
      `a line ${action} about ${id} in the audit log`,
      `the last line is ${line?.action ?? "missing"} about ${line?.subject ?? "nothing"}`
    )
  }

  replayed(caller: Caller, filing: Filing, { id }: Submission): void {
    const earlier = this.promiseOf(caller, filing, filing.submission.formId)
    this.court.expect(
      earlier?.earlier?.submissionId === id && earlier.earlier.body === earlier.body,
      once,
      `the first answer to this key and this body: ${earlier?.earlier?.submissionId ?? "there was none"}`,
      `${id} was answered`
    )
  }

  mismatched(caller: Caller, filing: Filing): void {
    const promise = this.promiseOf(caller, filing, filing.submission.formId)
    this.court.expect(
      promise?.earlier !== undefined && promise.earlier.body !== promise.body,
      once,
      promise?.earlier === undefined ? "the key is unused in its scope" : "the body is the same as before",
      "the request was refused: IdempotencyMismatch"
    )
  }

  changed(caller: Caller, { action, id, revision: basis }: Change, revision: number): void {
    const known = this.kept.get(id)
    const before = known?.revision
    this.court.expect(
      before === basis && revision === basis + 1,
      lost,
      `revision ${before} of ${id} is the only one that can be changed`,
      `a change that is based on revision ${basis} became revision ${revision}`
    )
    if (known !== undefined) known.revision = revision
    this.storedWhole(caller, { id, revision }, action)
  }

  deleted(id: SubmissionId): void {
    const known = this.kept.get(id)
    if (known !== undefined) known.isDeleted = true
  }

  /** A server answers 201. */
  created({ organisationId }: Caller, marker: string, { id, referenceNumber }: Submission): void {
    const first = this.kept.get(id)?.first
    this.court.expect(
      first?.referenceNumber === referenceNumber && this.markers.get(marker) === id,
      exists,
      `${marker} is stored as ${this.markers.get(marker) ?? "nothing"}`,
      `the answer was 201 with ${id}, ${referenceNumber}, in organisation ${organisationId}`
    )
    this.answered.add(id)
  }

  /** Once more, when everything has come to rest. */
  atRest(): void {
    const everything = new Map([...this.tables.tenants.values()].flatMap(({ submissions }) => [...submissions]))
    for (const [id, { first, isDeleted, revision }] of this.kept) {
      const stored = everything.get(id)?.submission
      const isAsStored = stored?.revision === revision && stored.referenceNumber === first.referenceNumber
      const what = this.answered.has(id) ? "was answered with 201" : "was stored"
      this.court.expect(
        isDeleted ? stored === undefined : isAsStored,
        exists,
        isDeleted
          ? `${id} is deleted`
          : `${id}, ${first.referenceNumber}, which ${what}, is there at revision ${revision}`,
        stored === undefined ? "it is gone" : `it is at revision ${stored.revision}, ${stored.referenceNumber}`
      )
    }
    this.court.expect(
      [...everything.keys()].every((id) => this.kept.has(id)),
      exists,
      `${this.kept.size} submissions`,
      `${everything.size} are stored`
    )
  }
}

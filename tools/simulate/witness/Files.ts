/** Files: one submission has each, as it was sent; and so many wait for one as may. */
import { DateTime } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { UploadsWaiting } from "@formwork/domain/callers/Refusal"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import type { Upload, UploadId } from "@formwork/domain/filing/Upload"
import type { NewUpload } from "@formwork/domain/filing/UploadStore"
import type { FormId } from "@formwork/domain/forms/Form"
import type { Tables } from "@formwork/memory/Tables"
import { fileLimits } from "../orders/fileLimits.ts"
import type { Court } from "./Court.ts"
import type { Credentials } from "./Credentials.ts"

interface Known {
  readonly organisationId: Caller["organisationId"]
  readonly formId: FormId
  /** The first key of the chain of the one that sent it. */
  readonly chain: string
  readonly text: string
  readonly createdAtMillis: number
  submissionId: SubmissionId | undefined
  /** It was taken back, made room, or went with its submission. */
  isGone: boolean
}

const one = "one submission has a file"
const whole = "a file that a submission names is there, as it was sent"
const waiting = "so many files wait as may"

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

export class Files {
  private readonly known = new Map<UploadId, Known>()
  private readonly court: Court
  private readonly credentials: Credentials
  private readonly tables: Tables["Service"]

  constructor(court: Court, credentials: Credentials, tables: Tables["Service"]) {
    this.court = court
    this.credentials = credentials
    this.tables = tables
  }

  private isWaiting({ createdAtMillis, isGone, submissionId }: Known): boolean {
    const isOver = createdAtMillis + fileLimits.waitingMillis <= this.court.timeline.nowMillis
    return !isGone && submissionId === undefined && !isOver
  }

  /** Those of a credential's chain that wait, the oldest first. */
  private waitingOf({ credential }: Caller): ReadonlyArray<Known> {
    const chain = this.credentials.chainOf(credential.id)
    return [...this.known.values()].filter((known) => known.chain === chain && this.isWaiting(known))
  }

  private mayGo({ createdAtMillis }: Known): boolean {
    return createdAtMillis + fileLimits.sureMillis <= this.court.timeline.nowMillis
  }

  /** Whether a submission of the form could take it now, or has it. */
  isFree(formId: FormId, id: UploadId, submissionId?: SubmissionId): boolean {
    const known = this.known.get(id)
    if (known === undefined || known.formId !== formId) return false
    return this.isWaiting(known) || (!known.isGone && submissionId !== undefined && known.submissionId === submissionId)
  }

  sent(caller: Caller, { bytes, formId, id }: NewUpload, { createdAt }: Upload): void {
    const others = this.waitingOf(caller)
    const going = others.slice(0, Math.max(0, others.length + 1 - fileLimits.waiting))
    this.court.expect(
      going.every((known) => this.mayGo(known)),
      waiting,
      `${others.length} files of ${caller.credential.id} wait, ${fileLimits.waiting} may, and none makes room`,
      `${id} waits as well`
    )
    for (const known of going) known.isGone = true
    this.known.set(id, {
      organisationId: caller.organisationId,
      formId,
      chain: this.credentials.chainOf(caller.credential.id),
      text: textOf(bytes),
      createdAtMillis: DateTime.toEpochMillis(createdAt),
      submissionId: undefined,
      isGone: false
    })
  }

  refused(caller: Caller, { retryAfterSeconds }: UploadsWaiting): void {
    const others = this.waitingOf(caller)
    this.court.expect(
      others.length >= fileLimits.waiting && !others.slice(0, 1).some((known) => this.mayGo(known)),
      waiting,
      `${others.length} files of ${caller.credential.id} wait, of ${fileLimits.waiting} that may: there is room for one`,
      `the file was refused, for ${retryAfterSeconds} seconds`
    )
  }

  removed(caller: Caller, formId: FormId, id: UploadId): void {
    const known = this.known.get(id)
    const isOwn = known?.chain === this.credentials.chainOf(caller.credential.id) && known.formId === formId
    this.court.expect(
      known !== undefined && isOwn && this.isWaiting(known),
      waiting,
      `${id} is no file of ${caller.credential.id} that waits`,
      "it was taken back"
    )
    if (known !== undefined) known.isGone = true
  }

  notRemoved(caller: Caller, formId: FormId, id: UploadId): void {
    const known = this.known.get(id)
    const isOwn = known?.chain === this.credentials.chainOf(caller.credential.id) && known.formId === formId
    this.court.expect(
      known === undefined || !isOwn || !this.isWaiting(known),
      waiting,
      `${id} is a file of ${caller.credential.id} that waits`,
      "it was not found to be taken back"
    )
  }

  /** A submission was stored that names them. */
  taken({ organisationId }: Caller, formId: FormId, submissionId: SubmissionId, ids: ReadonlyArray<UploadId>): void {
    for (const id of ids) {
      const known = this.known.get(id)
      this.court.expect(
        this.isFree(formId, id, submissionId) && known?.organisationId === organisationId,
        one,
        `${id} is free for a submission of form ${formId}`,
        `${submissionId} has it; ${this.said(known)}`
      )
      if (known !== undefined) known.submissionId = submissionId
    }
  }

  private said(known: Known | undefined): string {
    if (known === undefined) return "nobody sent it"
    if (known.submissionId !== undefined) return `${known.submissionId} had it`
    return known.isGone ? "it was gone" : `it was sent for form ${known.formId}`
  }

  /** Filing was refused for want of one of them. A file that is not free does not become so again. */
  notTaken(formId: FormId, ids: ReadonlyArray<UploadId>, submissionId?: SubmissionId): void {
    this.court.expect(
      ids.some((id) => !this.isFree(formId, id, submissionId)),
      one,
      `${ids.join(", ")} can be taken`,
      "the submission was refused"
    )
  }

  read(submissionId: SubmissionId, id: UploadId, bytes: Uint8Array): void {
    const known = this.known.get(id)
    this.court.expect(
      known?.submissionId === submissionId && known.text === textOf(bytes),
      whole,
      known === undefined
        ? `${id} is missing`
        : `${id} is “${known.text}”, of ${known.submissionId ?? "no submission"}`,
      `it was read as “${textOf(bytes)}” of ${submissionId}`
    )
  }

  notRead(submissionId: SubmissionId, id: UploadId): void {
    const known = this.known.get(id)
    this.court.expect(
      known?.submissionId !== submissionId || known.isGone,
      whole,
      `${id} is a file of ${submissionId}`,
      "it was not found"
    )
  }

  deleted(submissionId: SubmissionId): void {
    for (const known of this.known.values()) if (known.submissionId === submissionId) known.isGone = true
  }

  /** Once more, when everything has come to rest. */
  atRest(): void {
    const stored = new Map([...this.tables.tenants.values()].flatMap(({ uploads }) => [...uploads]))
    for (const [id, { isGone, submissionId, text }] of this.known) {
      if (!isGone && submissionId === undefined) continue
      const found = stored.get(id)
      this.court.expect(
        isGone
          ? found === undefined
          : found !== undefined && found.submissionId === submissionId && textOf(found.bytes) === text,
        whole,
        isGone ? `${id} is gone` : `${id} is there, of ${submissionId ?? "no submission"}`,
        found === undefined ? "it is not there" : `it is there, of ${found.submissionId ?? "no submission"}`
      )
    }
  }
}

/** The statements that file and change a submission. Where its values name uploads, they are those that take the uploads too. */
import type { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Change } from "@formwork/domain/filing/SubmissionStore"
import type { Database, Turn } from "../database/TenantDatabase.ts"
import * as StoredContent from "./storedContent.ts"
import type { WrittenFiling } from "./WrittenFiling.ts"

/** @param turn of this filing. */
export const file = (database: Database, written: WrittenFiling, turn: Turn) => {
  const { calculatedData, caller, contents, data, filing, outcomes, request } = written
  const { firings, idempotency, reference, submission, uploads } = filing
  return database.call(
    "write",
    caller,
    (sql, organisation) =>
      uploads.length === 0
        ? sql`
            select status, submission_id as "id", reference_number as "referenceNumber", created_at as "createdAt"
              from formwork.file(
                ${organisation}, ${caller.userId}, ${caller.credential.kind}, ${caller.credential.id},
                ${request.requestId}, ${request.address},
                ${submission.id}, ${submission.formId}, ${submission.formVersionId}, ${submission.workflowState},
                ${data}, ${calculatedData}, ${submission.hiddenFields}, ${outcomes},
                ${reference.prefix}, ${reference.suffix}, ${reference.sequenceWidth},
                ${StoredContent.written(firings, contents)},
                ${idempotency?.key}, ${idempotency?.bodyHash})`
        : sql`
            select status, submission_id as "id", reference_number as "referenceNumber", created_at as "createdAt"
              from formwork.file_with_uploads(
                ${organisation}, ${caller.userId}, ${caller.credential.kind}, ${caller.credential.id},
                ${request.requestId}, ${request.address},
                ${submission.id}, ${submission.formId}, ${submission.formVersionId}, ${submission.workflowState},
                ${data}, ${calculatedData}, ${submission.hiddenFields}, ${outcomes},
                ${reference.prefix}, ${reference.suffix}, ${reference.sequenceWidth},
                ${StoredContent.written(firings, contents)},
                ${idempotency?.key}, ${idempotency?.bodyHash}, ${uploads}::uuid[])`,
    turn
  )
}

export const change = (
  database: Database,
  caller: Caller,
  { action, comment, content, firings, id, revision, transition, uploads, workflowState }: Change,
  { address, requestId }: typeof CurrentRequest.Service
) =>
  database.call("write", caller, (sql, organisation) =>
    uploads.length === 0
      ? sql`
          select status, workflow_state as "workflowState", revision
            from formwork.change(
              ${organisation}, ${caller.userId}, ${caller.credential.kind}, ${caller.credential.id}, ${requestId}, ${address},
              ${id}, ${revision}, ${action}, ${workflowState}, ${transition}, ${comment},
              ${content?.formVersionId}, ${content && JSON.stringify(content.data)},
              ${content && JSON.stringify(content.calculatedData)}, ${content?.hiddenFields},
              ${content && JSON.stringify(content.outcomes)},
              ${StoredContent.written(firings)})`
      : sql`
          select status, workflow_state as "workflowState", revision
            from formwork.change_with_uploads(
              ${organisation}, ${caller.userId}, ${caller.credential.kind}, ${caller.credential.id}, ${requestId}, ${address},
              ${id}, ${revision}, ${action}, ${workflowState}, ${transition}, ${comment},
              ${content?.formVersionId}, ${content && JSON.stringify(content.data)},
              ${content && JSON.stringify(content.calculatedData)}, ${content?.hiddenFields},
              ${content && JSON.stringify(content.outcomes)},
              ${StoredContent.written(firings)}, ${uploads}::uuid[])`
  )

/**
 * A form's whole life, with documented calls only: written, checked, published, described, filled by a machine, filed, moved through
 * its workflow, listed, reported on, exported, changed, compared, judged, published again, rolled back and archived.
 */
import { assert } from "vitest"
import { createFormwork } from "@formwork/client/Formwork"
import { isRefusal } from "@formwork/client/FormworkError"
import { listOf } from "./reading.ts"

const definitionOf = (code: string) => ({
  title: "Grant application",
  code,
  timeZone: "Europe/London",
  fields: [
    { slug: "applicant", label: "Applicant", type: "text", required: true, maxLength: 80 },
    { slug: "amount", label: "Amount", type: "money", currency: "GBP", required: true, min: "100" },
    { slug: "urgent", label: "Urgent", type: "boolean" },
    { slug: "reason", label: "Why it is urgent", type: "text", visibleWhen: "urgent", required: true },
    { slug: "fee", label: "Fee", type: "money", currency: "GBP", formula: "round(amount * 0.025, 2)" }
  ],
  outcomes: [{ id: "large", severity: "warning", when: "amount > 5000", message: "A second reader is needed." }]
})

const text = (stream: ReadableStream<Uint8Array>): Promise<string> => new Response(stream).text()

const refusal = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error
  )

const machine = async (author: ReturnType<typeof createFormwork>) => {
  const { body } = await author.keys.create({ body: { name: "Website", privileges: ["submission:write"] } })
  return { key: body }
}

/**
 * @param signIn the body of the request that signs an owner in.
 * @param code of the form: another for each life in an organisation.
 */
export const wholeLife = async (address: string, signIn: string, code: string): Promise<void> => {
  const definition = definitionOf(code)
  const anonymous = createFormwork({ baseUrl: address })
  const { body: session } = await anonymous.sessions.signIn({ body: JSON.parse(signIn) })
  const author = createFormwork({ baseUrl: address, token: session.token })

  // Written: publishing lists every fault, and publishes a draft without any.
  const { body: drawer } = await author.folders.create({ body: { name: `Grants ${code}` } })
  const { body: faulty } = await author.forms.check({
    body: { definition: { ...definition, outcomes: [{ ...definition.outcomes[0], when: "amont > 5000" }] } }
  })
  assert.match(JSON.stringify(faulty.faults), /amont/)
  const { body: form } = await author.forms.create({ body: { definition, folderId: drawer.id } })
  const formId = form.id
  const { key } = await machine(author)
  const engine = createFormwork({ baseUrl: address, token: key.token })
  const data = { applicant: "Ada", amount: "8000.00" }
  assert.isTrue(isRefusal(await refusal(engine.v1.evaluate({ formId, body: { data } })), "NOT_FOUND"))
  const draft = await author.drafts.get({ formId })
  const { body: first } = await author.drafts.publish({ formId, ifMatch: draft.etag ?? "" })

  // Filled: a machine reads the description, whose example is valid.
  const { body: described } = await author.forms.schema({ formId })
  assert.sameMembers([...listOf(described.schema["required"])], ["applicant", "amount"])
  const example = await engine.v1.evaluate({ formId, body: { data: described.example ?? {} } })
  assert.isTrue(example.body.valid)
  const evaluated = await engine.v1.evaluate({ formId, body: { data } })
  assert.deepStrictEqual(evaluated.body.calculatedData, { fee: "200.00" })

  // Filed, each once, and decided.
  const filed = await engine.v1.createSubmission({ formId, body: { data } })
  const urgent = { applicant: "Bea", amount: "400.00", urgent: true }
  assert.isTrue(
    isRefusal(await refusal(engine.v1.createSubmission({ formId, body: { data: urgent } })), "INVALID_SUBMISSION")
  )
  const second = await engine.v1.createSubmission({
    formId,
    body: { data: { ...urgent, reason: "The roof leaks" } }
  })
  assert.deepStrictEqual(
    [filed.body.referenceNumber, second.body.referenceNumber],
    [`${code}-00000001`, `${code}-00000002`]
  )
  const submissionId = filed.body.id
  const stored = await author.submissions.get({ submissionId })
  const reviewed = await author.submissions.transition({
    submissionId,
    ifMatch: stored.etag ?? "",
    body: { name: "review" }
  })
  await author.submissions.transition({
    submissionId,
    ifMatch: reviewed.etag ?? "",
    body: { name: "approve", comment: "Well argued." }
  })
  const { body: history } = await author.submissions.history({ submissionId })
  assert.deepStrictEqual(
    history.items.map(({ workflowState }) => workflowState),
    ["submitted", "in_review", "approved"]
  )

  // Found, reported on, exported.
  const { body: large } = await author.submissions.list({ form: formId, where: "amount > 5000.00" })
  assert.deepStrictEqual(
    large.items.map(({ id }) => id),
    [submissionId]
  )
  const { body: report } = await author.reports.submissions({ form: formId })
  assert.strictEqual(report.total, 2)
  assert.deepInclude(
    report.numbers.find(({ slug }) => slug === "amount"),
    { sum: "8400.00", min: "400.00" }
  )
  const csv = await text((await author.submissions.export({ format: "csv", form: formId })).body)
  assert.match(csv, new RegExp(`${code}-00000002[^\\r]*Bea[^\\r]*The roof leaks`, "u"))
  const ndjson = await text((await author.submissions.export({ format: "ndjson", form: formId })).body)
  assert.lengthOf(ndjson.trim().split("\n"), 2)

  // Changed: the impact is known before the change is live, and the change can be rolled back.
  const before = await author.drafts.get({ formId })
  const dearer = {
    ...definition,
    fields: definition.fields.map((field) => (field.slug === "amount" ? { ...field, min: "500" } : field))
  }
  const saved = await author.drafts.save({ formId, ifMatch: before.etag ?? "", body: { definition: dearer } })
  const { body: comparison } = await author.versions.compare({ formId, versionId: first.id })
  assert.isTrue(comparison.breaking)
  const { body: run } = await author.impact.start({ formId, body: {} })
  let impact = (await author.impact.get({ formId, runId: run.id })).body
  while (impact.state === "running") impact = (await author.impact.get({ formId, runId: run.id })).body
  assert.deepInclude(impact.summary, { becameInvalid: 1 })
  await author.drafts.publish({ formId, ifMatch: saved.etag ?? "" })
  const poor = { applicant: "Cyd", amount: "200.00" }
  assert.isFalse((await engine.v1.evaluate({ formId, body: { data: poor } })).body.valid)
  await author.versions.republish({ formId, versionId: first.id })
  assert.isTrue((await engine.v1.evaluate({ formId, body: { data: poor } })).body.valid)
  const { body: versions } = await author.versions.list({ formId })
  assert.deepStrictEqual(versions.items.map(({ number }) => number).toSorted(), [1, 2, 3])

  // Archived: no new submissions; existing ones stay.
  await author.forms.archive({ formId })
  assert.isTrue(isRefusal(await refusal(engine.v1.evaluate({ formId, body: { data } })), "NOT_FOUND"))
  assert.strictEqual((await author.submissions.get({ submissionId })).body.workflowState, "approved")
  assert.isTrue(isRefusal(await refusal(author.folders.delete({ folderId: drawer.id })), "CONFLICT"))
  const { body: log } = await author.audit.list({ subject: formId })
  assert.includeMembers(
    log.items.map(({ action }) => action),
    ["form.created", "form.archived"]
  )
}

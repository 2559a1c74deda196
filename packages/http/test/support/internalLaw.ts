/**
 * The law of internal fields: callers without `form:read` get no name, label, expression or value of one, whatever they ask, with
 * whichever privileges. The bytes of every answer are searched for the marks of `secretForm.ts`.
 */
import { assert } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { Tables } from "@formwork/domain/forms/Tables"
import * as Harness from "./Harness.ts"
import { bodyOf, recordOf } from "./matrixRecords.ts"
import * as Operations from "./operations.ts"
import { type Random, random } from "./random.ts"
import { definition, drafts, made, marks, near, payloads, table } from "./secretForm.ts"
import type { Made } from "./secretForm.ts"
import * as Wire from "./wire.ts"

type Tenant = Made["tenant"]
type Answer = Effect.Success<ReturnType<typeof send>>

const others = Privilege.literals.filter((privilege) => privilege !== "form:read")

/** Operations that would take the records of the others away. */
const once = ["forms.archive", "sessions.signOut"]

/** A record that a path names: of the secret form, where there is one. */
const idOf = Effect.fnUntraced(function* (
  { chance, of }: Random,
  { faulty, firings, submissions, tenant }: Made,
  operation: Operations.Operation
) {
  const made = () => recordOf(operation)?.make(tenant, operation) ?? Effect.succeed("")
  switch (operation.parameters.join(" ")) {
    case "formId":
      if (operation.id === "drafts.save") return tenant.unpublished.id
      return operation.id === "forms.archive" || chance(0.3) ? faulty.id : tenant.form.id
    case "submissionId":
      return operation.method === "GET" ? of(submissions) : yield* made()
    case "submissionId documentId": {
      const { id, submissionId } = of(firings.filter(({ effectId }) => effectId === "letter"))
      return `${submissionId} ${id}`
    }
    case "submissionId revision":
      return `${of(submissions)} 1`
    case "effectId":
      return of(firings).id
    case "tableName":
      return chance(0.7) ? table : yield* made()
    default:
      return yield* made()
  }
})

const conditions = [
  ...near.map((name) => `${name} == 1`),
  "age > 30",
  "premium > 10",
  "any(drivers, d, d.qxcanarRow > 1)"
]

const lookups = "lookup(qxcanar_table, 'load', age) > 1"

/** What an evaluation of the app API may be asked for beside its data. */
const previewed = ({ chance, of, some }: Random, { tenant }: Made) => {
  const chosen = {
    version: of<unknown>(["live", "draft", 1, 2, tenant.version.id]),
    definition: of<unknown>([tenant.form.draft, definition("SENT", "'qxcanary sent'")]),
    explain: true,
    complete: true,
    today: "2026-12-31"
  }
  const names = some(Object.keys(chosen)).filter((name) => name !== (chance(0.5) ? "version" : "definition"))
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => names.includes(name)))
}

/** Bodies that lead through a table to the forms that name it. */
const tabled: Readonly<Record<string, (chosen: Random, made: Made) => object>> = {
  "tables.save": ({ of }) => ({ csv: of(drafts) }),
  "tables.publish": ({ some }, { faulty, tenant, twin }) => ({ forms: some([tenant.form.id, twin.id, faulty.id]) }),
  "impact.start": ({ of }) => ({ limit: 10, table: of([table, table, table, "none"]) })
}

/** Parameters that reach for more, beside those that are required. */
const queryOf = ({ chance, of }: Random, { queries }: Operations.Operation, formId: string): string => {
  const given: Readonly<Record<string, () => string>> = {
    explain: () => "explain=true",
    where: () =>
      `where=${encodeURIComponent(of([...conditions, lookups]))}${queries.includes("form") ? `&form=${formId}` : ""}`,
    text: () => `text=${of(["Ada", "817", "canary", "qxc"])}`,
    fields: () => `fields=${of(["premium", "name", "drivers"])}`,
    format: () => `format=${of(["csv", "ndjson"])}&form=${formId}`
  }
  const name = of(Object.keys(given))
  return queries.includes(name) && chance(0.7) ? `?${given[name]?.() ?? ""}` : ""
}

const evaluated = [
  "evaluate",
  "createSubmission",
  "forms.evaluate",
  "forms.evaluateBatch",
  "submissions.save",
  "submissions.file"
]

const sentTo = Effect.fnUntraced(function* (chosen: Random, operation: Operations.Operation, secret: Made, id: string) {
  const { chance, of } = chosen
  const { tenant } = secret
  const { id: name } = operation
  if (evaluated.includes(name))
    return JSON.stringify({
      data: of(payloads),
      ...(name === "createSubmission" && chance(0.3) ? { draft: true } : {}),
      ...(name === "forms.evaluate" ? previewed(chosen, secret) : {})
    })
  const usual = yield* bodyOf(operation, tenant, id)
  const body = tabled[name]
  if (body !== undefined && chance(0.9)) return JSON.stringify(body(chosen, secret))
  // The stored draft: a definition that is sent comes back in its faults.
  return name === "drafts.check" ? "{}" : usual
})

/** The header of the table's own draft names the revision that it has by now. */
const headersOf = Effect.fnUntraced(function* (
  { headers, id: name }: Operations.Operation,
  id: string,
  tenant: Tenant
) {
  if (!["tables.save", "tables.publish"].includes(name) || id !== table) return headers
  const { draftRevision } = yield* Effect.orDie(Tables.use((tables) => tables.get(tenant.operator, table)))
  return [`If-Match: "${draftRevision}"`]
})

/** Every byte of the answer, streams included: the marks are in one piece where chunks met. */
const send = Effect.fnUntraced(function* (
  operation: Operations.Operation,
  tenant: Tenant,
  id: string,
  query: string,
  token: string,
  body: string | undefined
) {
  const request = Wire.request({
    method: operation.method,
    path: operation.path(id) + query,
    token,
    headers: ["Connection: close", ...(yield* headersOf(operation, id, tenant))],
    ...(body === undefined ? { contentType: undefined } : { contentType: operation.mediaType, body })
  })
  const raw = yield* Wire.sendUntilClosed(yield* Harness.port, request)
  return { status: Number(raw.slice(9, 12)), text: raw.replaceAll(/\r\n[0-9a-f]+\r\n/gu, "") }
})

/** Answers that meet an internal field by way of a table. */
const waysThroughTables: Readonly<Record<string, (answer: Answer, body: string) => boolean>> = {
  "tables.publish, with a form that gets it": ({ text }) => text.includes('"formVersionId":"'),
  "tables.publish, with a form whose cases fail": ({ text }) => text.includes("case of the form would fail"),
  "tables.publish, with a form that has faults": ({ text }) => text.includes("in this form. Reading what"),
  "impact.start, of a table": ({ status }, body) => status === 202 && body.includes("table"),
  "impact.start, of a table by which the form has faults": ({ text }, body) =>
    body.includes("table") && text.includes("in this form. Reading what")
}

/** The answers of one organisation: `requests` of them, to random callers. */
const ofOne = Effect.fnUntraced(function* (chosen: Random, requests: number, succeeded: Set<string>) {
  const secret = yield* made
  const { tenant } = secret
  const every = (yield* Operations.every(tenant.key)).filter(({ id }) => !once.includes(id) || chosen.chance(0.1))
  // What needs several privileges and a certain draft is asked more often, so that it succeeds.
  const operations = every.flatMap((operation) => Array(operation.id in tabled ? 6 : 1).fill(operation))
  const callers = yield* Effect.forEach([...Array(12).keys()], (index) =>
    Effect.map(tenant.mint(...(index === 0 ? others : chosen.some(others))), ({ token }) => Redacted.value(token.text))
  )
  for (let asked = 0; asked < requests; asked++) {
    const operation = chosen.of(operations)
    const id = yield* idOf(chosen, secret, operation)
    const query = queryOf(chosen, operation, tenant.form.id) || operation.query(tenant.form.id)
    const body = operation.takesBody ? yield* sentTo(chosen, operation, secret, id) : undefined
    const token = chosen.chance(0.3) ? (callers[0] ?? "") : chosen.of(callers)
    const answer = yield* send(operation, tenant, id, query, token, body)
    if (answer.status < 300) succeeded.add(operation.id)
    for (const [what, isSo] of Object.entries(waysThroughTables))
      if (what.startsWith(operation.id) && isSo(answer, body ?? "")) succeeded.add(what)
    assert.notMatch(answer.text, marks, `${operation.method} ${operation.path(id)}${query} ${body ?? ""}`)
  }
})

/** `requests` random answers, some hundred of each organisation. @param seed the same one asks the same. */
export const holds = Effect.fnUntraced(function* (requests: number, seed: number) {
  const chosen = random(seed)
  const succeeded = new Set<string>()
  for (let left = requests; left > 0; left -= 400) yield* ofOne(chosen, Math.min(400, left), succeeded)
  return succeeded
})

/** What shows values must have answered, or the law says nothing. */
export const telling = [
  "evaluate",
  "createSubmission",
  "forms.evaluateBatch",
  "submissions.list",
  "submissions.get",
  "submissions.revision",
  "submissions.export",
  "submissions.count",
  "documents.list",
  "effects.list",
  "effects.get",
  "effects.content",
  "reports.submissions",
  "audit.list",
  "tables.rows",
  ...Object.keys(waysThroughTables)
]

/** Of each operation of the secret form that has an answer for `form:read`, whether a caller with it sees a mark. */
export const seenBy = Effect.fnUntraced(function* (privileges: ReadonlyArray<Privilege>) {
  const secret = yield* made
  const { tenant } = secret
  const { token } = yield* tenant.mint(...privileges)
  const seen = new Set<string>()
  for (const operation of yield* Operations.every(tenant.key)) {
    if (operation.method !== "GET" && !evaluated.includes(operation.id)) continue
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const chosen = random(seed)
      const id = yield* idOf(chosen, secret, operation)
      const body = operation.takesBody ? yield* sentTo(chosen, operation, secret, id) : undefined
      const answer = yield* send(
        operation,
        tenant,
        id,
        operation.query(tenant.form.id),
        Redacted.value(token.text),
        body
      )
      if (marks.test(answer.text)) seen.add(operation.id)
    }
  }
  return seen
})

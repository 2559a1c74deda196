/**
 * References exist, are well formed, unique, without a gap, and in the order of the answers (spec/http.md §6.7 and
 * spec/http.md §6.8).
 */
import type { Complaint } from "./Complaint.ts"
import { doubled, groupedBy, wrong } from "./Complaint.ts"
import type { Evidence, StoredSubmission, Wanted } from "../world/Evidence.ts"
import { kindOf, kinds } from "../world/Forms.ts"

const numberOf = (form: string, reference: string): number => Number(kindOf(form).pattern.exec(reference)?.[1])

const checkForm = (form: string, submissions: ReadonlyArray<StoredSubmission>): ReadonlyArray<Complaint> => {
  const odd = submissions.filter(({ reference }) => reference === null || !kindOf(form).pattern.test(reference))
  const complaints = odd.map(({ id, reference }) => wrong(`${id} has the reference ${reference}`))
  const numbers = submissions.map(({ reference }) => numberOf(form, reference ?? "")).sort((a, b) => a - b)
  if (numbers.every(Number.isNaN)) return complaints
  const gap = numbers.findIndex((number, index) => number !== index + 1)
  if (gap >= 0) complaints.push(wrong(`${form} has no number ${gap + 1} among its ${numbers.length}`))
  return complaints
}

/** A submission answered before another one was sent has the smaller number. */
const checkOrder = (form: string, wanted: ReadonlyArray<Wanted>): ReadonlyArray<Complaint> => {
  const answered = wanted
    .flatMap(({ created, marker, sentAt }) =>
      created.slice(0, 1).map(({ at, reference }) => ({ marker, sentAt, at, number: numberOf(form, reference) }))
    )
    .filter(({ number }) => !Number.isNaN(number))
  const bySending = [...answered].sort((a, b) => a.sentAt - b.sentAt)
  const byAnswer = [...answered].sort((a, b) => a.at - b.at)
  const complaints: Array<Complaint> = []
  let seen = 0
  let highest = { number: 0, marker: "" }
  for (const later of bySending) {
    for (let next = byAnswer[seen]; next !== undefined && next.at < later.sentAt; next = byAnswer[++seen])
      if (next.number > highest.number) highest = next
    if (later.number < highest.number)
      complaints.push(
        wrong(
          `${later.marker} was sent after ${highest.marker} was answered, and has ${form} ${later.number} before ${highest.number}`
        )
      )
  }
  return complaints
}

export const checkReferences = ({ submissions, wanted }: Evidence): ReadonlyArray<Complaint> => {
  const byReference = groupedBy(submissions, ({ reference }) => String(reference))
  const twice = [...byReference].filter(([reference, { length }]) => length > 1 && reference !== "null")
  return [
    ...twice.map(([reference, all]) =>
      doubled(`${reference} is the reference of ${all.map(({ id }) => id).join(" and ")}`)
    ),
    ...kinds.flatMap(({ code }) => [
      ...checkForm(
        code,
        submissions.filter(({ form }) => form === code)
      ),
      ...checkOrder(
        code,
        wanted.filter(({ form }) => form === code)
      )
    ])
  ]
}

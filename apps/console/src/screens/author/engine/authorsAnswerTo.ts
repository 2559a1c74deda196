/** Answers to what an author asks of a definition: while typing, pointing, renaming and trying out. Fetched with the first question (`asking.ts`). */
import { coveringOf, type Unreached } from "@formwork/rules/coverage"
import { completionsAt } from "@formwork/rules/completionsAt"
import { isObject } from "@formwork/rules/LongNumber"
import type { OpenForm } from "@formwork/rules/openForm"
import { readJson } from "@formwork/rules/readJson"
import { readings, references } from "@formwork/rules/references"
import { rename } from "@formwork/rules/rename"
import { searchExample } from "@formwork/rules/searchExample"
import { typeAt } from "@formwork/rules/typeAt"
import { valueAt, type PartValue } from "@formwork/rules/valueAt"
import type { KnownToEngine } from "./KnownToEngine.ts"
import type { AskedByAuthor, Questions, Renamed } from "./Protocol.ts"

/** Values come from the form that runs: where something was left out of it, from the same place in what is left. */
const valueOf = (
  { payload, running }: KnownToEngine,
  { offset, pointer }: Questions["valueAt"]["asked"]
): PartValue | null => {
  const read = payload && readJson(payload.data)
  const kept = running?.kept.toKept(pointer)
  if (running === undefined || kept === undefined || payload === undefined || read === undefined) return null
  if (read._tag === "Failure" || !isObject(read.success)) return null
  return valueAt(running.open, kept, offset, read.success, { today: payload.today, draft: true }) ?? null
}

const renamed = (opened: OpenForm, { pointer, slug }: Questions["rename"]["asked"]): Renamed => {
  const found = rename(opened, pointer, slug)
  if (found._tag === "Success") return { edits: found.success }
  const { message, pointer: at } = found.failure
  return { refused: message, ...(at === undefined ? {} : { pointer: at }) }
}

const exampleFor = ({ running }: KnownToEngine, today: string): string | null => {
  const example = running && searchExample(running.checked, today, running.form.evaluate)
  return example === undefined ? null : JSON.stringify(example)
}

const coverageFor = (
  { running }: KnownToEngine,
  payloads: Questions["coverage"]["asked"]["payloads"]
): Questions["coverage"]["answer"] => {
  const covering = running && coveringOf(running.kept.definition)
  if (running === undefined || covering === undefined || covering._tag === "Failure") return null
  for (const { data, today } of payloads) {
    const read = readJson(data)
    if (read._tag === "Success" && isObject(read.success)) covering.success.run(read.success, today)
  }
  const coverage = covering.success.coverage()
  const whole = ({ pointer, ...others }: Unreached): Unreached => ({
    ...others,
    pointer: running.kept.toWhole(pointer)
  })
  return { ...coverage, unreached: coverage.unreached.map(whole) }
}

/** The answer has the kind that `Questions` names for what was asked. Nothing is found in a text that is not JSON. */
export const authorsAnswerTo = (
  asked: AskedByAuthor,
  known: KnownToEngine
): Questions[AskedByAuthor["ask"]]["answer"] => {
  const { opened } = known
  switch (asked.ask) {
    case "completionsAt":
      return opened === undefined ? [] : completionsAt(opened, asked.pointer, asked.offset)
    case "typeAt":
      return (opened && typeAt(opened, asked.pointer, asked.offset)) ?? null
    case "valueAt":
      return valueOf(known, asked)
    case "references":
      return opened === undefined ? [] : references(opened, asked.pointer)
    case "readings":
      return opened === undefined ? [] : readings(opened)
    case "rename":
      return opened === undefined ? { edits: [] } : renamed(opened, asked)
    case "coverage":
      return coverageFor(known, asked.payloads)
    case "exampleOf":
      return exampleFor(known, asked.today)
  }
}

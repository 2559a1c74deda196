/** One payload on the form that runs: result, trace, effects. */
import { referenceMarker } from "@formwork/rules/Content"
import type { Content } from "@formwork/rules/Content"
import { lenient, resultOf } from "@formwork/rules/Evaluation"
import type { Evaluation } from "@formwork/rules/Evaluation"
import { fileValues } from "@formwork/rules/files"
import { isObject } from "@formwork/rules/LongNumber"
import { readJson } from "@formwork/rules/readJson"
import type { EffectShown, Evaluated, PayloadMessage } from "./Protocol.ts"
import type { RunningForm } from "./RunningForm.ts"
import { sampleReference } from "./sampleReference.ts"

/** Nothing is stored: the ids in a preview are all of zeros. */
const noId = "00000000-0000-0000-0000-000000000000"

/** No file is uploaded in the try-out: the label of its field stands for its name. */
const namesOf = ({ files }: RunningForm["form"], { data }: Evaluation): ReadonlyMap<string, string> =>
  new Map(fileValues(files, data).map(({ field, id }) => [id, field.label]))

const effectsOf = (running: RunningForm, evaluation: Evaluation, today: string): ReadonlyArray<EffectShown> => {
  if (evaluation.effects.length === 0) return []
  const { definition } = running
  const languages = running.form.languagesOf(evaluation, evaluation.effects, { today })
  const moment = `${today}T12:00:00.000Z`
  const wanted = definition.effects.filter(({ id }) => evaluation.effects.includes(id))
  const reference = sampleReference(definition.reference, today)
  return wanted.map(({ id, on }) => {
    const { form, title } = running.inLanguage(languages.get(id))
    const rendered = form.render(evaluation, [id], {
      today,
      submissionId: noId,
      formId: noId,
      formVersionId: noId,
      formTitle: title,
      state: on === "draft_saved" ? "draft" : on.startsWith("state:") ? on.slice(6) : definition.workflow.initial,
      on,
      timestamp: moment,
      createdAt: moment,
      files: namesOf(form, evaluation)
    })
    const content = rendered.get(id)
    return content === undefined ? { id, on } : { id, on, content: shown(content, reference) }
  })
}

/** As it would be sent, with a reference number in place of the marker; plain JSON, so that it can be cloned. */
const shown = (content: Content, reference: string): Content => {
  const quoted = (text: string): string => JSON.stringify(text).slice(1, -1)
  return JSON.parse(JSON.stringify(content).replaceAll(quoted(referenceMarker(noId)), quoted(reference)))
}

/** Undefined where the payload is not a JSON object. */
export const evaluated = (
  running: RunningForm,
  { data, draft, edition, today }: PayloadMessage
): Evaluated | undefined => {
  const read = readJson(data)
  if (read._tag === "Failure" || !isObject(read.success)) return undefined
  const { form, kept } = running
  const { trace, ...complete } = form.explain(read.success, { today, draft: false })
  const { missing, ...filling } = lenient(complete)
  return {
    kind: "evaluated",
    edition,
    runs: running.edition,
    result: resultOf(draft ? filling : complete),
    missing,
    trace: trace.map((entry) => ({ ...entry, pointer: kept.toWhole(entry.pointer), inForm: entry.pointer })),
    effects: effectsOf(running, complete, today)
  }
}

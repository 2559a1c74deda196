/** What puts the sentences of a form's author in the place of built-in ones, as code that runs where a payload has a problem. */
import type { CheckedField } from "../../tree/CheckedForm.ts"
import { emitter } from "./backEnd.ts"
import type { Site } from "./Emitter.ts"
import { sentenceKey } from "./EvaluationContext.ts"
import { type FormPlan, rowSite, writeRisky } from "./FormPlan.ts"
import { addressOf } from "./SlowParts.ts"
import { messageCode } from "./texts.ts"
import { textLiteral } from "./Writer.ts"

const writeCases = (
  plan: FormPlan,
  checked: CheckedField,
  address: number,
  index: string,
  list?: CheckedField
): void => {
  const { context, writer } = plan
  const site: Site = list === undefined ? plan.site : rowSite(plan, list)
  for (const [code, parts] of checked.messages ?? []) {
    writer.line(`case ${textLiteral(sentenceKey(address, code))}: {`)
    if (list !== undefined) writer.line(`const r${list.slot} = l${list.slot}[${context}.rowOf(${index})];`)
    writer.line(`${context}.say(${index}, ${messageCode(emitter, site, parts)});`)
    writer.line("break; }")
  }
}

const hasSentences = ({ messages, rows }: CheckedField): boolean => messages !== undefined || rows.some(hasSentences)

/** Writes them for the problems that were found so far: those of fields. */
export const writeSentences = (plan: FormPlan): void => {
  const { context, form, writer } = plan
  const fields = form.fields.filter(hasSentences)
  if (fields.length === 0) return
  const index = writer.temp()
  writeRisky(plan, () => {
    writer.line(`for (${index} = 0; ${index} < ${context}.found(); ${index}++) {`)
    writer.line(`switch (${context}.keyOf(${index})) {`)
    for (const checked of fields) {
      writeCases(plan, checked, checked.slot, index)
      for (const row of checked.rows) writeCases(plan, row, addressOf(checked.slot, row.slot), index, checked)
    }
    writer.line("} }")
  })
}

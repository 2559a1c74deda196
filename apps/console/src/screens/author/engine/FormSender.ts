/** What the page gets of each form that runs: what it has already is not sent again. */
import type { FillableField, FillableForm } from "@formwork/rules/FillableForm"
import { isObject } from "@formwork/rules/LongNumber"
import { readJson } from "@formwork/rules/readJson"
import type { FormSent, PayloadMessage } from "./Protocol.ts"
import type { RunningForm } from "./RunningForm.ts"
import { SentAgain } from "./sentAgain.ts"

const filledIn = ({ fill }: FillableForm, { data, edition, today }: PayloadMessage): FormSent["filled"] => {
  const read = readJson(data)
  if (read._tag === "Failure" || !isObject(read.success)) return undefined
  return { payload: edition, filling: fill(read.success, today) }
}

export class FormSender {
  #text: string | undefined
  readonly #fields = new SentAgain<FillableField>()

  /**
   * @param payload the newest one.
   * @returns undefined where the form is the one that was sent last.
   */
  next(running: RunningForm, payload: PayloadMessage | undefined): FormSent | undefined {
    const text = running.portable
    if (text === this.#text) return undefined
    const form = running.fillable
    this.#text = text
    const filled = payload && filledIn(form, payload)
    return {
      title: form.title,
      timeZone: form.timeZone,
      text,
      extensions: form.extensions,
      sections: form.sections,
      fields: this.#fields.next(form.fields),
      ...(filled === undefined ? {} : { filled })
    }
  }
}

/** The live version in the worker: to compare the draft with, and to run a payload by it beside the draft. */
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import { type Json, memberOf } from "@formwork/rules/Json"
import { readJson } from "@formwork/rules/readJson"
import { evaluated } from "./evaluated.ts"
import { checkKnown, openKnown } from "./knownTables.ts"
import { namesIn } from "./namesIn.ts"
import { dateIn } from "./dateIn.ts"
import type { LiveEvaluated, Questions, StoredEvaluated } from "./Protocol.ts"
import { RunningForm } from "./RunningForm.ts"

const idsIn = (definition: Json): LiveEvaluated["ids"] =>
  ["sections", "checks", "outcomes", "effects"].flatMap((member) => {
    const entries = memberOf(definition, member)
    return (Array.isArray(entries) ? entries : []).flatMap((entry: Json, index) => {
      const id = memberOf(entry, "id")
      return typeof id === "string" ? [{ pointer: `/${member}/${index}`, id }] : []
    })
  })

export class LiveForm {
  readonly checked: CheckedForm
  readonly #definition: Json
  #running: RunningForm | undefined

  private constructor(definition: Json, checked: CheckedForm) {
    this.#definition = definition
    this.checked = checked
  }

  /** Undefined for a text that is no JSON, and for a version that today's rules refuse. */
  static of(text: string): LiveForm | undefined {
    const read = readJson(text)
    if (read._tag === "Failure") return undefined
    const checked = checkKnown(read.success, { published: true })
    return checked._tag === "Success" ? new LiveForm(read.success, checked.success) : undefined
  }

  /** Compiled when it is first asked for. */
  evaluate(asked: Questions["live"]["asked"]): LiveEvaluated | null {
    const found = evaluated(this.#whole, { kind: "payload", edition: 0, ...asked })
    if (found === undefined) return null
    const { result, trace } = found
    return { result, trace, names: namesIn(this.#definition), ids: idsIn(this.#definition) }
  }

  /** As it ran when the values were stored. */
  stored({ at, data, draft }: Questions["stored"]["asked"]): StoredEvaluated | null {
    const { effects, timeZone, workflow } = this.checked.definition
    const today = dateIn(timeZone, new Date(at))
    const found = this.evaluate({ data, today, draft })
    if (found === null) return null
    const { fields, sections, title } = this.#whole.fillable
    const fires = effects.map(({ id, on }) => ({ id, on }))
    return { ...found, today, title, timeZone, fields, sections, workflow, fires }
  }

  get #whole(): RunningForm {
    this.#running ??= RunningForm.whole(0, openKnown(this.#definition), this.checked)
    return this.#running
  }
}

/** A form that runs in the worker: a whole definition, or what is left of one. */
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import { compileClosures } from "@formwork/rules/compileClosures"
import type { CompiledForm } from "@formwork/rules/CompiledForm"
import type { Definition } from "@formwork/rules/Definition"
import type { FillableForm } from "@formwork/rules/FillableForm"
import { fillable } from "@formwork/rules/fillable"
import type { OpenForm } from "@formwork/rules/openForm"
import { toPortable } from "@formwork/rules/toPortable"
import { checkKnown, openKnown } from "./knownTables.ts"
import { type Kept, without } from "./Kept.ts"
import type { LeftOut, Pruned } from "./prune.ts"

/** The form in one of its languages, for effects that are written in it. */
interface Spoken {
  readonly form: CompiledForm
  readonly title: string
}

export class RunningForm {
  /** Closures: the page's policy forbids generated code. */
  readonly form: CompiledForm
  readonly edition: number
  readonly checked: CheckedForm
  readonly kept: Kept
  readonly leftOut: ReadonlyArray<LeftOut>
  #open: OpenForm | undefined
  readonly #spoken = new Map<string, Spoken>()

  private constructor(edition: number, { checked, kept, leftOut }: Pruned, open: OpenForm | undefined) {
    this.edition = edition
    this.checked = checked
    this.kept = kept
    this.leftOut = leftOut
    this.#open = open
    this.form = compileClosures(checked)
  }

  static whole(edition: number, open: OpenForm, checked: CheckedForm): RunningForm {
    return new RunningForm(edition, { checked, kept: without(open.definition, new Set()), leftOut: [] }, open)
  }

  static pruned(edition: number, pruned: Pruned): RunningForm {
    return new RunningForm(edition, pruned, undefined)
  }

  get definition(): Definition {
    return this.checked.definition
  }

  /** Made ready when an effect first says the language; the form itself for its own. */
  inLanguage(language: string | undefined): Spoken {
    const known = language === undefined ? undefined : this.#spoken.get(language)
    if (known !== undefined) return known
    const own: Spoken = { form: this.form, title: this.definition.title }
    if (language === undefined || language === this.definition.language) return own
    // It was checked before, perhaps as a version that is published.
    const checked = checkKnown(this.kept.definition, { published: true, accepts: [language] })
    if (checked._tag === "Failure") return own
    const spoken = { form: compileClosures(checked.success), title: checked.success.definition.title }
    this.#spoken.set(language, spoken)
    return spoken
  }

  /** For the page, which evaluates between two keystrokes by itself. Its author may read the form, with its internal fields. */
  get portable(): string {
    return toPortable(this.checked, { internal: true })
  }

  /** The same form here. */
  get fillable(): FillableForm {
    return fillable(this.checked)
  }

  /** For questions about values. What is left of a definition is opened when the first one is asked. */
  get open(): OpenForm {
    this.#open ??= openKnown(this.kept.definition)
    return this.#open
  }
}

/**
 * A form that is being filled, without a screen: values go in, views of the fields come out. Synchronous, without a clock and without I/O.
 *
 * **Lenient.** Until `attempt()` a person sees the problems of fields that they left, and of values that were wrong when the session was
 * opened. What a person cannot leave (a computed field, the form as a whole) shows its problems once anything was left. That something is
 * required is no problem yet, and is counted in `missing`. After `attempt()` every problem is seen, and goes when it is met. There is one
 * evaluation behind both, a complete one, and `lenient` of @formwork/rules sorts it.
 *
 * ```ts
 * const filling = openForm(runPortable(text), { today: "2026-11-21" })
 * filling.set("/area", "12.5")
 * filling.leave("/area")
 * filling.view("/price")?.value
 * ```
 */
import type { Problem, TraceEntry } from "@formwork/rules/Evaluation"
import type { FillableField, FillableForm, Filling } from "@formwork/rules/FillableForm"
import type { Json, JsonObject } from "@formwork/rules/Json"
import type { FieldView, FormView } from "./FieldView.ts"
import * as Filled from "./session/Filled.ts"
import { defaultsOf } from "./session/defaultsOf.ts"
import type { OpenOptions } from "./session/OpenOptions.ts"
import { bySlug, type Fields, type Place, placeOf } from "./session/Place.ts"
import { writeJson } from "./session/payloadOf.ts"
import { rulesAt } from "./session/rulesAt.ts"
import { same } from "./session/same.ts"
import { type Evaluated, evaluated, sameView, viewOf } from "./session/viewOf.ts"

/** Everything that a person did in a session, as JSON. */
export type Kept = Filled.Filled

export interface Attempt {
  readonly valid: boolean
  readonly problems: ReadonlyArray<Problem>
  readonly payload: JsonObject
}

export type { OpenOptions }
export type Listener = () => void

interface Watched {
  view: FieldView | FormView | undefined
  readonly listeners: Set<Listener>
}

/** The pointer of the form as a whole, for `subscribe`. */
const FORM = ""

export class FormSession {
  readonly timeZone: string
  readonly today: string
  #form: FillableForm
  #bySlug: Fields
  readonly #watched = new Map<string, Watched>()
  readonly #views = new Map<string, { readonly of: Evaluated; readonly view: FieldView | undefined }>()
  readonly #whys = new Map<string, FieldView["why"]>()
  #trace: { readonly of: Evaluated; readonly entries: ReadonlyArray<TraceEntry> } | undefined
  #now: Evaluated

  constructor(form: FillableForm, { data, from, timeZone = form.timeZone, today }: OpenOptions) {
    this.#form = form
    this.#bySlug = bySlug(form.fields)
    this.timeZone = timeZone
    this.today = today
    const kept = from ?? Filled.empty
    // Its defaults are no mistakes of the person's, whatever a check says of them.
    this.#now =
      data === undefined && from === undefined
        ? this.#evaluated(Filled.withKeys({ ...kept, data: defaultsOf(form.fields) }, this.#bySlug))
        : this.#begun(data === undefined ? kept : Filled.withData(kept, this.#bySlug, data))
  }

  get title(): string {
    return this.#form.title
  }

  /** In which the sentences of built-in problems are: `en`, `de`, `es`, `fr` or `pt`. */
  get language(): string | undefined {
    return this.#form.language
  }

  /** In the order of the definition. */
  get fields(): ReadonlyArray<FillableField> {
    return this.#form.fields
  }

  /** Whether `why` of a view has anything to say. */
  get explains(): boolean {
    return this.#form.trace !== undefined
  }

  /**
   * Goes on with another version of the form. What is shown then is what `openForm` shows that has `from: kept`; views that did not change
   * stay the same objects, and listeners stay. Day and time zone are those of before.
   */
  goOnWith(form: FillableForm): void {
    this.#form = form
    this.#bySlug = bySlug(form.fields)
    this.#show(this.#begun(this.#now.filled))
  }

  /**
   * Puts a value in, as JSON; undefined takes it away. What a person typed for a number or an amount goes in as it was typed: a text that
   * is not a number yet (`12,`) is kept, and has a problem. Rules run at once.
   * Throws for a pointer to no field, to a computed one, or to a row that is not there.
   */
  set(pointer: string, value: Json | undefined): void {
    const place = this.#placeOf(pointer)
    const own = place.inRow ?? place.top
    if ((place.row !== undefined && place.inRow === undefined) || own.computed)
      throw new RangeError(`${pointer} cannot be set: it is ${own.computed ? "computed" : "a row"}.`)
    this.#to(Filled.withKeys(Filled.withValue(this.#now.filled, place, value), this.#bySlug))
  }

  /** The person went on from a field, a row or a list: its problems are seen from now on. A row that is gone is passed over. */
  leave(pointer: string): void {
    const place = placeOf(this.#bySlug, pointer)
    const key = place && Filled.keyOf(this.#now.filled, place)
    if (key !== undefined && !this.#now.filled.left.includes(key)) this.#to(Filled.withLeft(this.#now.filled, [key]))
  }

  /** The new row begins with its fields' defaults. @returns its pointer, or undefined where the list has all rows that it may have. */
  addRow(list: string, at?: number): string | undefined {
    const { top } = this.#listAt(list)
    const { filled } = this.#now
    const count = this.#rows({ top })
    if (top.field.type !== "list" || count >= top.field.maxItems) return undefined
    const index = Math.max(0, Math.min(at ?? count, count))
    this.#to(Filled.withRow(filled, top.field.slug, index, defaultsOf(top.rows)))
    return `${list}/${index}`
  }

  /** Takes a row away; its list counts as left. */
  removeRow(row: string): void {
    const { index, slug } = this.#rowAt(row)
    this.#to(Filled.withLeft(Filled.withoutRow(this.#now.filled, slug, index), [slug]))
  }

  /** @param to the index that the row has afterwards. */
  moveRow(row: string, to: number): void {
    const { count, index, slug } = this.#rowAt(row)
    this.#to(Filled.withRowMoved(this.#now.filled, slug, index, Math.max(0, Math.min(to, count - 1))))
  }

  /** From now on every problem is seen. */
  attempt(): Attempt {
    if (!this.#now.filled.attempted) this.#to({ ...this.#now.filled, attempted: true })
    const { problems, valid } = this.#now.filling
    return { valid, problems, payload: this.#now.payload }
  }

  /**
   * The same for some of the form's own fields: a page that a person goes on from.
   * @returns whether they, and rows of lists among them, have no problem.
   */
  attemptFields(pointers: ReadonlyArray<string>): boolean {
    const slugOf = (pointer: string): string => placeOf(this.#bySlug, pointer)?.top.field.slug ?? ""
    const slugs = new Set(pointers.map(slugOf))
    this.#to(Filled.withTried(this.#now.filled, [...slugs]))
    return !this.#now.filling.problems.some(({ pointer }) => slugs.has(slugOf(pointer.slice("/data".length))))
  }

  /** @returns undefined for a pointer to no field, and for a row that is not there. The same object until it changes. */
  view(pointer: string): FieldView | undefined {
    const known = this.#views.get(pointer)
    if (known !== undefined && known.of === this.#now) return known.view
    const place = placeOf(this.#bySlug, pointer)
    const view = place && viewOf(this.#now, place, this.#whyAt(pointer))
    const kept = sameView(known?.view, view) ? known?.view : view
    this.#views.set(pointer, { of: this.#now, view: kept })
    return kept
  }

  /** The form as a whole. The same object until it changes. */
  get form(): FormView {
    return this.#now.form
  }

  get missing(): FormView["missing"] {
    return this.form.missing
  }

  get wrong(): FormView["wrong"] {
    return this.form.wrong
  }

  get outcomes(): FormView["outcomes"] {
    return this.form.outcomes
  }

  /** The evaluation behind the views: of a complete payload, as `evaluate` answers it. */
  get filling(): Filling {
    return this.#now.filling
  }

  /**
   * Calls `listener` after each change of the view at `pointer`, once, and at no other time. The empty pointer is the form as a whole.
   * @returns a function that ends it.
   */
  subscribe(pointer: string, listener: Listener): () => void {
    const watched = this.#watched.get(pointer) ?? { view: this.#viewAt(pointer), listeners: new Set() }
    this.#watched.set(pointer, watched)
    // The same function may be subscribed twice.
    const own: Listener = () => listener()
    watched.listeners.add(own)
    return () => {
      watched.listeners.delete(own)
      if (watched.listeners.size === 0 && this.#watched.get(pointer) === watched) this.#watched.delete(pointer)
    }
  }

  /** What would be sent: in the form's order, without hidden, computed and unknown fields, and without what is empty. */
  payload(): JsonObject {
    return this.#now.payload
  }

  /** The same as JSON, with numbers as they were typed: `JSON.stringify` would round a long one, and the rules would not see it. */
  payloadJson(): string {
    return writeJson(this.#now.payload)
  }

  /** The rules of the last evaluation, in the order in which they ran. Empty for a form without a trace. */
  trace(): ReadonlyArray<TraceEntry> {
    if (this.#trace?.of === this.#now) return this.#trace.entries
    const entries = this.#form.trace?.(this.#now.payload, this.today) ?? []
    this.#trace = { of: this.#now, entries }
    return entries
  }

  /** What `from` of another session takes. */
  get kept(): Kept {
    return this.#now.filled
  }

  #evaluated(filled: Kept): Evaluated {
    return evaluated(this.#form, this.#bySlug, filled, this.today)
  }

  /** Values that are wrong from the beginning count as left. */
  #begun(given: Kept): Evaluated {
    const filled = Filled.withKeys(given, this.#bySlug)
    const first = this.#evaluated(filled)
    const wrong = first.form.wrong.flatMap(({ pointer }) => Filled.keyOfGiven(filled, this.#bySlug, pointer) ?? [])
    return wrong.length === 0 ? first : this.#evaluated(Filled.withLeft(filled, wrong))
  }

  #to(filled: Kept): void {
    this.#show(this.#evaluated(filled))
  }

  #show(next: Evaluated): void {
    const before = this.#now
    this.#now = same(before.form, next.form) ? { ...next, form: before.form } : next
    for (const [pointer, watched] of Array.from(this.#watched)) {
      const view = this.#viewAt(pointer)
      if (view === watched.view) continue
      watched.view = view
      // A listener that an earlier listener has ended is not called.
      for (const listener of Array.from(watched.listeners)) if (watched.listeners.has(listener)) listener()
    }
  }

  #viewAt(pointer: string): FieldView | FormView | undefined {
    return pointer === FORM ? this.#now.form : this.view(pointer)
  }

  #placeOf(pointer: string): Place {
    const place = placeOf(this.#bySlug, pointer)
    if (place === undefined || (place.row !== undefined && place.row >= this.#rows(place)))
      throw new RangeError(`There is no field at ${pointer}.`)
    return place
  }

  #listAt(pointer: string): Place {
    const place = this.#placeOf(pointer)
    if (place.top.field.type !== "list" || place.row !== undefined)
      throw new RangeError(`There is no list at ${pointer}.`)
    return place
  }

  #rowAt(pointer: string): { readonly slug: string; readonly index: number; readonly count: number } {
    const { inRow, row, top } = this.#placeOf(pointer)
    if (row === undefined || inRow !== undefined) throw new RangeError(`There is no row at ${pointer}.`)
    return { slug: top.field.slug, index: row, count: this.#rows({ top }) }
  }

  #rows({ top }: Pick<Place, "top">): number {
    return Filled.keysOf(this.#now.filled, top.field.slug).length
  }

  #whyAt(pointer: string): FieldView["why"] {
    const known = this.#whys.get(pointer) ?? (() => rulesAt(this.#form, placeOf(this.#bySlug, pointer), this.trace()))
    this.#whys.set(pointer, known)
    return known
  }
}

/** Opens a form that `runPortable` or `fillable` of @formwork/rules made. */
export const openForm = (form: FillableForm, options: OpenOptions): FormSession => new FormSession(form, options)

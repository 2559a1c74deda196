/** What the slow path of generated code needs of its form: fields, and what is made of them when it is first needed. */
import { type ReadValue, readerOf } from "../closures/FieldPlan.ts"
import type { Field, RowField } from "../../Definition.ts"
import type { Constraint, KnownValue } from "../../fields/running/RunningKind.ts"
import type { Json } from "../../Json.ts"
import type { LazyForm } from "../lazy/LazyForm.ts"
import { constraintOf } from "../payload/constraints.ts"
import { type Location, locationOf, unknownLocation } from "../payload/Location.ts"
import { knownNames, type Names } from "../payload/unknownNames.ts"
import { type ExactFormula, recomputeExactly } from "./bigIntFallback.ts"
import { kept } from "../../values/kept.ts"
import type { Words } from "../../words/Words.ts"
import { type DataToStore, dataToStoreOf } from "./dataToStore.ts"

/** A field's place as one number: of a form's field its slot, of a row's field its list's slot and its own above it. */
const SPAN = 1e6
export const addressOf = (slot: number, row: number | undefined): number =>
  row === undefined ? slot : slot + (row + 1) * SPAN

/** Of a form's field its slot, of a row's field that of its list. */
export const slotOf = (address: number): number => address % SPAN
/** The place of a row's field in its list, from 0; -1 for a form's field. */
export const rowFieldOf = (address: number): number => Math.floor(address / SPAN) - 1

/** The decoder and the constraints of a field. */
interface Ready {
  readonly field: RowField
  readonly read: (sent: Json | undefined) => ReadValue
  readonly constraint: Constraint<KnownValue>
}

const readyOf = (field: RowField): Ready => ({ field, read: readerOf(field), constraint: constraintOf(field) })

export class SlowParts {
  private readonly form: LazyForm
  private readonly fields: ReadonlyArray<Field>
  private known: Names | undefined
  private storing: DataToStore | undefined
  readonly words: Words
  readonly unknownLocation: (name: string) => Location

  constructor(form: LazyForm) {
    this.form = form
    this.fields = form.fields()
    this.words = form.words
    this.unknownLocation = unknownLocation(form.groups)
  }

  fieldAt(address: number): Field {
    const own = this.fields[slotOf(address)]
    const row = rowFieldOf(address)
    const found = row >= 0 && own?.type === "list" ? own.fields[row] : own
    if (found === undefined) throw new RangeError(`a form has no field ${address}`)
    return found
  }

  /** By the field's address. */
  readonly ready = kept((address: number): Ready => {
    const field = this.fieldAt(address)
    if (field.type === "list") throw new RangeError(`field ${address} is a list`)
    return readyOf(field)
  })

  /** By the slot of a form's field. */
  readonly location = kept((slot: number): Location => locationOf(this.fieldAt(slot).slug))

  /** Names of a list's row fields, by its slot. */
  readonly rowNames = kept((slot: number): Names => {
    const list = this.fieldAt(slot)
    return knownNames(list.type === "list" ? list.fields : [])
  })

  /** By the field's address. */
  readonly formula = kept((address: number): ExactFormula =>
    recomputeExactly(this.form.checked(), slotOf(address), rowFieldOf(address))
  )

  /** Names of the form's fields. */
  names(): Names {
    return (this.known ??= knownNames(this.fields))
  }

  dataToStore(): DataToStore {
    return (this.storing ??= dataToStoreOf({ fields: this.fields, sections: this.form.head.sections }))
  }
}

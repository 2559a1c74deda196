/** The options that a form takes from tables: kept once for each column, and left out where its fields are kept as text. */
import type { ChoiceField, Field, OptionsFrom, RowField } from "../../Definition.ts"
import { bytesOfOptions } from "../../tables/columnOptions.ts"

/** What a field has of a table: its options, and those in the form's own language where the form is read in another one. */
type Taken = Pick<ChoiceField, "options" | "ownOptions">

const keyOf = ({ label, ownLabel, table, value }: OptionsFrom): string =>
  JSON.stringify([table, value, label, ownLabel])

const isTaken = (field: Field): field is ChoiceField & Required<Pick<ChoiceField, "optionsFrom">> =>
  "optionsFrom" in field && field.optionsFrom !== undefined

const withOptions = <F extends RowField>(field: F, options: (from: OptionsFrom) => Taken): F => {
  if (!isTaken(field)) return field
  const { ownOptions: _, ...others } = field
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same field with other options
  return { ...others, ...options(field.optionsFrom) } as F
}

const mapped = (fields: ReadonlyArray<Field>, options: (from: OptionsFrom) => Taken): ReadonlyArray<Field> =>
  fields.map((field) =>
    field.type === "list"
      ? { ...field, fields: field.fields.map((row) => withOptions(row, options)) }
      : withOptions(field, options)
  )

const none: Taken = { options: [] }

/** Fields whose options stand in a table, without them. */
export const withoutTableOptions = (fields: ReadonlyArray<Field>): ReadonlyArray<Field> => mapped(fields, () => none)

export class TableOptions {
  readonly #columns = new Map<string, Taken>()

  constructor(fields: ReadonlyArray<Field>) {
    for (const field of fields.flatMap((one) => (one.type === "list" ? one.fields : [one])))
      if (isTaken(field)) {
        const { options, optionsFrom, ownOptions } = field
        this.#columns.set(keyOf(optionsFrom), { options, ...(ownOptions === undefined ? {} : { ownOptions }) })
      }
  }

  /** About what it keeps. */
  get bytes(): number {
    const lists = [...this.#columns.values()].flatMap(({ options, ownOptions = options }) => [options, ownOptions])
    return [...new Set(lists)].reduce((sum, options) => sum + bytesOfOptions(options), 0)
  }

  /** The fields with the options that `withoutTableOptions` left out. */
  filledIn(fields: ReadonlyArray<Field>): ReadonlyArray<Field> {
    return this.#columns.size === 0 ? fields : mapped(fields, (from) => this.#columns.get(keyOf(from)) ?? none)
  }
}

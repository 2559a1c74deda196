/** The options that a form takes from tables: kept once for each column, and left out where its fields are kept as text. */
import type { ChoiceField, Field, Option, OptionsFrom, RowField } from "../../Definition.ts"
import { bytesOfOptions } from "../../tables/columnOptions.ts"

type Options = ReadonlyArray<Option>

const keyOf = ({ label, table, value }: OptionsFrom): string => JSON.stringify([table, value, label])

const isTaken = (field: Field): field is ChoiceField & Required<Pick<ChoiceField, "optionsFrom">> =>
  "optionsFrom" in field && field.optionsFrom !== undefined

const withOptions = <F extends RowField>(field: F, options: (from: OptionsFrom) => Options): F =>
  isTaken(field) ? { ...field, options: options(field.optionsFrom) } : field

const mapped = (fields: ReadonlyArray<Field>, options: (from: OptionsFrom) => Options): ReadonlyArray<Field> =>
  fields.map((field) =>
    field.type === "list"
      ? { ...field, fields: field.fields.map((row) => withOptions(row, options)) }
      : withOptions(field, options)
  )

const none: Options = []

/** Fields whose options stand in a table, without them. */
export const withoutTableOptions = (fields: ReadonlyArray<Field>): ReadonlyArray<Field> => mapped(fields, () => none)

export class TableOptions {
  readonly #columns = new Map<string, Options>()

  constructor(fields: ReadonlyArray<Field>) {
    for (const field of fields.flatMap((one) => (one.type === "list" ? one.fields : [one])))
      if (isTaken(field)) this.#columns.set(keyOf(field.optionsFrom), field.options)
  }

  /** About what it keeps. */
  get bytes(): number {
    return [...new Set(this.#columns.values())].reduce((sum, options) => sum + bytesOfOptions(options), 0)
  }

  /** The fields with the options that `withoutTableOptions` left out. */
  filledIn(fields: ReadonlyArray<Field>): ReadonlyArray<Field> {
    return this.#columns.size === 0 ? fields : mapped(fields, (from) => this.#columns.get(keyOf(from)) ?? none)
  }
}

/** A definition as the oracle takes it: the JSON itself, known to be sound. */
import type { FieldType } from "../../src/Definition.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { present } from "../present.ts"

export interface FormOption {
  readonly value: string
  readonly label?: string
  readonly when?: string
  /** What it has of the field's attributes. */
  readonly [attribute: string]: Json | undefined
}

export interface FormField {
  readonly slug: string
  readonly type: FieldType
  readonly label?: string
  readonly required?: boolean
  readonly requiredWhen?: string
  readonly visibleWhen?: string
  readonly formula?: string
  readonly internal?: boolean
  readonly messages?: { readonly [name: string]: string }
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly min?: string | number
  readonly max?: string | number
  readonly decimals?: number
  readonly currency?: string
  readonly options?: ReadonlyArray<FormOption>
  readonly attributes?: ReadonlyArray<TableColumn>
  readonly optionsFrom?: { readonly table: string; readonly value: string; readonly label: string }
  readonly maxBytes?: number
  readonly mediaTypes?: ReadonlyArray<string>
  readonly minItems?: number
  readonly maxItems?: number
  readonly unique?: boolean
  readonly fields?: ReadonlyArray<FormField>
}

interface TableColumn {
  readonly name: string
  readonly type: string
  readonly decimals?: number
  readonly match?: string
}

export interface FormTable {
  readonly keys: ReadonlyArray<TableColumn>
  readonly values: ReadonlyArray<TableColumn>
  readonly rows: ReadonlyArray<ReadonlyArray<Json>>
}

export interface FormConstant {
  readonly type: string
  readonly value: string | number | boolean
  readonly decimals?: number
  readonly currency?: string
}

export interface Form {
  readonly languages?: ReadonlyArray<string>
  readonly constants?: Readonly<Record<string, FormConstant>>
  readonly tables?: Readonly<Record<string, FormTable>>
  readonly fields: ReadonlyArray<FormField>
  readonly sections?: ReadonlyArray<{
    readonly id: string
    readonly visibleWhen?: string
    readonly fields: ReadonlyArray<string>
  }>
  readonly checks?: ReadonlyArray<{
    readonly id: string
    readonly field?: string
    readonly check: string
    readonly message: string
  }>
  readonly outcomes?: ReadonlyArray<{
    readonly id: string
    readonly severity: "info" | "warning" | "error"
    readonly field?: string
    readonly when: string
    readonly message: string
  }>
  readonly effects?: ReadonlyArray<{ readonly id: string; readonly when?: string }>
}

/** The options that a field's table has, with each text once. */
const withOptions = (form: Form, field: FormField): FormField => {
  if (field.fields !== undefined) return { ...field, fields: field.fields.map((own) => withOptions(form, own)) }
  if (field.optionsFrom === undefined) return field
  const { optionsFrom, ...others } = field
  const { label, table, value } = optionsFrom
  const { keys, rows, values } = present(form.tables?.[table])
  const names = [...keys, ...values].map(({ name }) => name)
  const options: Array<FormOption> = []
  for (const row of rows) {
    const [code, shown] = [row[names.indexOf(value)], row[names.indexOf(label)]]
    if (code === "*" || options.some((option) => option.value === code)) continue
    options.push({ value: String(code), label: shown === null ? String(code) : String(shown) })
  }
  return { ...others, options }
}

/** INVARIANT: `check` accepted it. */
export const formOf = (definition: JsonObject): Form => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the invariant above
  const form = definition as unknown as Form
  return { ...form, fields: form.fields.map((field) => withOptions(form, field)) }
}

const currencies: { readonly [code: string]: number } = { JPY: 0, KRW: 0, KWD: 3, BHD: 3, CLF: 4 }

export const decimalsOf = ({
  currency,
  decimals,
  type
}: Pick<FormField, "currency" | "decimals" | "type"> | FormConstant): number =>
  type === "integer" ? 0 : type === "money" ? (currencies[currency ?? ""] ?? 2) : (decimals ?? 6)

/** What an expression sees of each type. */
export const kinds: { readonly [T in FieldType]: string } = {
  text: "text",
  longText: "text",
  email: "text",
  url: "text",
  phone: "text",
  integer: "number",
  number: "number",
  money: "number",
  boolean: "boolean",
  date: "date",
  time: "time",
  datetime: "datetime",
  choice: "text",
  choices: "choices",
  file: "file",
  list: "rows"
}

/** Checking the defaults of fields, once their options are known: each is a value that the field takes. */
import type { Field, RowField } from "../Definition.ts"
import { fault, found, type ReadContext } from "../reading/Reader.ts"
import { runningKindOf } from "../fields/running/runningTypes.ts"
import { below } from "../values/pointer.ts"
import { mapInSlices, type Slices } from "../values/Slices.ts"
import { en } from "../words/en.ts"
import { say } from "../words/UnplacedProblem.ts"
import type { ReadField } from "./readField.ts"

/** Characters of a default. */
const MAX_CHARACTERS = 2_000

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The field with its default as values of the field are written; without it where it has a fault. */
const withDefault = (reading: ReadContext, field: RowField, at: string): RowField => {
  const { default: given, ...others } = field
  if (given === undefined) return field
  const pointer = below(at, "default")
  const wrong = (why: string): RowField => {
    fault(reading, pointer, why)
    return others
  }
  if (given === null) return wrong("`null` is no value to begin with. Take `default` out.")
  if (given === "" || (Array.isArray(given) && given.length === 0))
    return wrong("A field begins empty anyway. Take `default` out.")
  if (JSON.stringify(given).length > MAX_CHARACTERS) return wrong(`A default has at most ${MAX_CHARACTERS} characters.`)
  const { constraint, decoder, encode } = runningKindOf(field)
  const decoded = decoder(field)(given)
  const problems = "code" in decoded ? [decoded] : constraint(field)(decoded.value)
  if ("code" in decoded || problems.length > 0) {
    const said = problems.map((problem) => say(en, problem).message).join(" ")
    return wrong(`${capital(found(given))} is no value to begin with, because it would be refused: ${said}`)
  }
  return { ...field, default: encode(field, decoded.value) }
}

function* checked(reading: ReadContext, read: ReadField): Slices<ReadField> {
  const { field, pointer } = read
  if (field === undefined) return read
  if (field.type !== "list") return { ...read, field: withDefault(reading, field, pointer) }
  const rows = yield* mapInSlices(read.rows, (row) => checked(reading, row))
  const fields = rows.flatMap((row): ReadonlyArray<RowField> =>
    row.field === undefined || row.field.type === "list" ? [] : [row.field]
  )
  const whole: Field = { ...field, fields }
  return { ...read, rows, field: whole }
}

const hasDefault = ({ field, rows }: ReadField): boolean => field?.default !== undefined || rows.some(hasDefault)

/** The fields with their defaults checked. */
export function* readDefaults(
  reading: ReadContext,
  fields: ReadonlyArray<ReadField>
): Slices<ReadonlyArray<ReadField>> {
  return fields.some(hasDefault) ? yield* mapInSlices(fields, (field) => checked(reading, field)) : fields
}

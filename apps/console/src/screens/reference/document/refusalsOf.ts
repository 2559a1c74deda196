/** The refusals of an operation, one for each code. */
import { listOf, membersOf, textOf } from "./json.ts"
import type { Operation, Schema } from "./Operation.ts"
import { resolve } from "./shapeOf.ts"

export interface Refusal {
  readonly status: number
  readonly code: string
  /** Of its schema. */
  readonly name: string
  readonly description: string
  /** What it has beside the members of every problem; undefined: nothing. */
  readonly extra: Schema | undefined
}

/** Members that every problem has (docs/api.md). */
const common = new Set(["type", "title", "status", "error", "code", "requestId"])

const extraOf = (schema: Schema): Schema | undefined => {
  const properties = Object.entries(membersOf(schema["properties"])).filter(([name]) => !common.has(name))
  return properties.length === 0 ? undefined : { ...schema, properties: Object.fromEntries(properties) }
}

export const refusalsOf = ({ answers, schemas }: Operation): ReadonlyArray<Refusal> =>
  answers
    .filter(({ status }) => status >= 400)
    .flatMap(({ contents, description, status }) =>
      contents.flatMap(({ schema }) => {
        const whole = resolve(schemas, schema).schema
        const alternatives = "anyOf" in whole ? listOf(whole["anyOf"]).map(membersOf) : [schema]
        return alternatives.flatMap((one) => {
          const refusal = resolve(schemas, one)
          const codes = listOf(membersOf(membersOf(refusal.schema["properties"])["code"])["enum"])
          return codes.map((code) => ({
            status,
            code: textOf(code),
            name: refusal.name ?? "",
            description: textOf(refusal.schema["description"]) || description,
            extra: extraOf(refusal.schema)
          }))
        })
      })
    )

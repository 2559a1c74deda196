/** Random constants, and their names in expressions. */
import type { Json, JsonObject } from "../../src/Json.ts"
import { isObject } from "../../src/LongNumber.ts"
import type { FormConstant } from "../oracle/Form.ts"
import { type Expression, type Readable, whole } from "./Expression.ts"
import type { Random } from "./Random.ts"

type Kind = "number" | "text" | "date" | "boolean"

const kindOf = ({ type }: FormConstant): Kind =>
  type === "text" || type === "date" || type === "boolean" ? type : "number"

const values: { readonly [type: string]: ReadonlyArray<string | number | boolean> } = {
  text: ["", "a", "AB12", "it's", "é👍", "1.5", "2024-02-29", "comp"],
  integer: [0, 7, -3, 100, "1000000"],
  number: ["0.0425", 0.5, "-12.50", "999999.999", "3", "0.000001"],
  money: ["25.00", "0", 99.9, "-3.5"],
  date: ["2024-02-29", "0001-01-01", "9999-12-31", "2000-03-01"],
  boolean: [true, false]
}

const constantOf = (random: Random): FormConstant => {
  const type = random.pick(Object.keys(values))
  const value = random.pick(values[type] ?? [])
  return {
    type,
    value,
    ...(type === "number" && random.once(3) ? { decimals: random.whole(6, 8) } : {}),
    ...(type === "money" ? { currency: "EUR" } : {})
  }
}

export type Constants = Readonly<Record<string, FormConstant>>

const names = ["konst1", "konst2", "base_rate", "openFrom", "minimum"]

/** None in half of the forms. */
export const constantsOf = (random: Random): Constants =>
  Object.fromEntries(
    random
      .shuffled(names)
      .slice(0, random.once(2) ? 0 : random.whole(1, 5))
      .map((name) => [name, constantOf(random)])
  )

const usedIn = (constants: object, form: JsonObject): JsonObject => {
  const text = JSON.stringify(form)
  return JSON.parse(
    JSON.stringify(Object.fromEntries(Object.entries(constants).filter(([name]) => text.includes(name))))
  )
}

/** The form with those of the constants that something in it uses: another one is a fault. */
export const withConstants = (constants: Constants, form: JsonObject): JsonObject => ({
  ...form,
  constants: usedIn(constants, form)
})

/** A changed form without the constants that nothing in it uses any longer. */
export const withUsedConstants = (form: Json): JsonObject => {
  if (!isObject(form)) return {}
  const { constants, ...rest } = form
  return constants !== undefined && isObject(constants) ? { ...rest, constants: usedIn(constants, rest) } : rest
}

const scaleOf = ({ decimals, value }: FormConstant): number =>
  decimals ?? (String(value).split(".")[1] ?? "").replace(/0+$/, "").length

/** The name of a constant of the kind; undefined where there is none. */
export const constantIn = ({ constants, random }: Readable, kind: Kind): Expression | undefined => {
  const fitting = Object.entries(constants).filter(([, constant]) => kindOf(constant) === kind)
  if (fitting.length === 0) return undefined
  const [name, constant] = random.pick(fitting)
  if (kind === "text") return { ...whole(name), words: "literal" }
  return {
    ...whole(name, kind !== "number" ? 0 : constant.type === "money" ? 2 : scaleOf(constant)),
    ...(constant.currency === undefined ? {} : { currency: constant.currency })
  }
}

/** The law of the steps that an editor says of a condition. */
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { openForm } from "../../src/authoring/openForm.ts"
import type { Field } from "../../src/Definition.ts"
import { type Json, type JsonObject, memberOf } from "../../src/Json.ts"
import { pointerTokens } from "../../src/values/pointer.ts"
import { formAt } from "../fuzz/pairs.ts"
import { withUsedConstants } from "../fuzz/constants.ts"
import { checked } from "../support.ts"
import { isWhole, partsIn } from "./partsIn.ts"
import { rulesIn } from "./rulesIn.ts"
import { replaced } from "./typing.ts"

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 })

/** Whether the field has a sentence for `required`, which would be a fault without the condition. */
const isSaid = (definition: JsonObject, pointer: string): boolean => {
  if (!pointer.endsWith("/requiredWhen")) return false
  let place: Json | undefined = definition
  for (const name of pointerTokens(pointer).slice(0, -1))
    place = place === undefined ? undefined : memberOf(place, name)
  const messages = place === undefined ? undefined : memberOf(place, "messages")
  return messages !== undefined && memberOf(messages, "required") !== undefined
}

/** What a condition of an option takes besides: the answer names the option where it is not offered, of each row. */
const namingSteps = (fields: ReadonlyArray<Field>, pointer: string): number => {
  const [, list, row, index] = /^\/fields\/(\d+)(?:\/fields\/(\d+))?\/options\/(\d+)\/when$/.exec(pointer) ?? []
  const outer = fields[Number(list)]
  if (outer === undefined || index === undefined) return 0
  const [field, rows] = outer.type === "list" ? [outer.fields[Number(row)], outer.maxItems] : [outer, 1]
  const value = field !== undefined && "options" in field ? field.options[Number(index)]?.value : undefined
  return value === undefined ? 0 : rows * (1 + Math.ceil(value.length / 16))
}

it("the steps of a condition are those that the form takes more with it", () => {
  let seen = 0
  fc.assert(
    fc.property(seed, (number) => {
      const { checked: whole, definition } = formAt(number, 0)
      const form = openForm(definition)
      for (const rule of rulesIn(definition)) {
        if (!/\/(?:visibleWhen|requiredWhen|when)$/.test(rule.pointer) || rule.pointer.startsWith("/outcomes")) continue
        const part = partsIn(form, rule).find(([, one]) => isWhole(one, rule.source))?.[1]
        if (part === undefined || isSaid(definition, rule.pointer)) continue
        seen += 1
        const without = checked(withUsedConstants(replaced(definition, rule.pointer, undefined)))
        const steps = part.steps + namingSteps(whole.definition.fields, rule.pointer)
        expect([rule.pointer, steps]).toEqual([rule.pointer, whole.steps - without.steps])
      }
    }),
    { numRuns: 40 }
  )
  expect(seen).toBeGreaterThan(30)
})

/** The part at `|_` of a formula beside `oneOfEach`. */

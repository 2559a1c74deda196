/** Checking what a form may have and cost as a whole, and that its fields do not wait for each other in a circle. */
import type { ReadDefinition } from "../definition/readDefinition.ts"
import type { ReadField } from "../definition/readField.ts"
import { ROW_BEFORE } from "./expressions/Scope.ts"
import type { Plan } from "./plan.ts"
import type { CheckContext } from "./CheckContext.ts"
import type { Cost } from "./Site.ts"
import type { RuledVertex } from "./checkFields.ts"

/** Expressions named in the fault of a form that costs too much. */
const HEAVIEST = 3

const withRows = (fields: ReadonlyArray<ReadField>): ReadonlyArray<ReadField> =>
  fields.flatMap((field) => [field, ...field.rows])

const counted = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",")

/** Faults more fields or more expressions than a form may have. */
export const checkCounts = (
  context: CheckContext,
  { checks, effects, fields, outcomes, sections }: ReadDefinition
): void => {
  const { faults, limits } = context
  const all = withRows(fields)
  if (all.length > limits.fields && fields.length <= limits.fields) {
    faults.push({
      pointer: "/fields",
      message: `The form has ${all.length} fields, those of rows counted; at most ${limits.fields} are allowed.`
    })
  }
  const ofFields = all.reduce(
    (sum, { optionRules, rules }) =>
      sum + optionRules.length + Object.values(rules).filter((rule) => rule !== undefined).length,
    0
  )
  const rules =
    ofFields +
    sections.filter(({ value }) => value.visibleWhen !== undefined).length +
    checks.length +
    outcomes.length +
    effects.filter(({ value }) => value.when !== undefined).length
  if (rules > limits.rules) {
    faults.push({
      pointer: "",
      message: `The form has ${rules} rules (formulas, conditions, checks and outcomes); at most ${limits.rules} are allowed.`
    })
  }
}

/** What the patterns cost together: a payload has so many characters, and at worst the slowest patterns get them all. */
const costsOfPatterns = ({ limits, patterns }: CheckContext): ReadonlyArray<Cost> => {
  let left = limits.payload
  return patterns
    .toSorted((a, b) => b.nanos - a.nanos)
    .map(({ characters, name, pointer, steps }) => {
      const share = Math.min(characters, left)
      left -= share
      return { name, pointer, steps: Math.ceil((steps * share) / characters) }
    })
}

/** What each rule, message and pattern of a form costs. */
export const costsOf = (context: CheckContext): ReadonlyArray<Cost> => [...context.costs, ...costsOfPatterns(context)]

/** Faults a form whose worst evaluation takes too many steps; gives the steps. */
export const checkSteps = ({ faults, limits }: CheckContext, costs: ReadonlyArray<Cost>): number => {
  const steps = costs.reduce((sum, cost) => sum + cost.steps, 0)
  if (steps <= limits.steps) return steps
  const heaviest = costs.toSorted((a, b) => b.steps - a.steps).slice(0, HEAVIEST)
  const listed = heaviest.map(({ name, steps: own }) => `${name} (${counted(own)})`).join(", ")
  faults.push({
    pointer: heaviest[0]?.pointer ?? "",
    message: `At worst the rules of this form take ${counted(steps)} steps, and ${counted(limits.steps)} are allowed. The heaviest: ${listed}. Give lists a lower \`maxItems\` and texts a lower \`maxLength\`, or simplify the heaviest.`
  })
  return steps
}

/** Faults every circle of fields, at the rule of its first field that starts it. */
export const checkCycles = (context: CheckContext, vertices: ReadonlyArray<RuledVertex>, { cycles }: Plan): void => {
  for (const cycle of cycles) {
    const [first, second] = cycle
    const vertex = vertices.find(({ name }) => name === first)
    const rule = vertex?.rules.find(({ reads }) => second !== undefined && reads.has(second))
    const circle = cycle.join(" → ")
    const ofRowBefore = vertices.some(({ name, reads }) => reads.has(ROW_BEFORE) && cycle.includes(name))
      ? " in all rows, as `previous` needs it"
      : ""
    context.faults.push({
      pointer: rule?.pointer ?? "/fields",
      message:
        cycle.length === 2
          ? `\`${first}\` depends on itself: ${circle}.`
          : `These fields wait for each other in a circle, so none can be worked out first${ofRowBefore}: ${circle}.`,
      expected:
        cycle.length === 2
          ? "a rule that does not read its own field"
          : "that the rule of one of them does not read the next one"
    })
  }
}

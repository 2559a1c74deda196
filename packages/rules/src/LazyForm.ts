/**
 * A checked form put away as text, and made again for as long as it is needed. A form that runs needs its fields for the words
 * of a problem, and its trees only to explain itself and to count what doubles cannot; both are many times as large as their text.
 */
import type { CheckedForm } from "./CheckedForm.ts"
import type { Definition, DefinitionHead, Field } from "./Definition.ts"
import { recheck } from "./recheck.ts"
import { weakly } from "./weakly.ts"

/** As JSON of one byte a character, where that is shorter: a single character beyond Latin-1 makes a text take two for each. */
const compact = (value: unknown): string => {
  const json = JSON.stringify(value)
  if (!/[^\0-\xff]/.test(json)) return json
  const escaped = json.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
  return escaped.length < 2 * json.length ? escaped : json
}

export class LazyForm {
  readonly head: DefinitionHead
  /** Made again at most once between two garbage collections, however often it is asked for. */
  readonly checked: () => CheckedForm
  readonly fields: () => ReadonlyArray<Field>
  /** Characters of the text. */
  readonly length: number

  constructor({ definition: { checks, fields, outcomes, ...head } }: CheckedForm) {
    const [fieldsText, rulesText] = [compact(fields), compact({ checks, outcomes })]
    this.head = head
    this.length = fieldsText.length + rulesText.length
    // oxlint-disable typescript/no-unsafe-type-assertion -- written above, by the same types
    const read = weakly(() => JSON.parse(fieldsText) as ReadonlyArray<Field>)
    const rules = () => JSON.parse(rulesText) as Pick<Definition, "checks" | "outcomes">
    // oxlint-enable typescript/no-unsafe-type-assertion
    this.fields = read
    this.checked = weakly(() => recheck({ ...head, fields: read(), ...rules() }))
  }
}

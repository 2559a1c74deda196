/** Random messages: fields, constants and expressions in braces. */
import type { FormField } from "../oracle/Form.ts"
import type { Readable } from "./Expression.ts"
import type { Random } from "./Random.ts"

const isPublic = ({ internal }: FormField): boolean => internal !== true

/** What a message shows of the fields that callers may see: a text, or a number as one. No braces stand in it. */
const shownExpression = (random: Random, readable: Readable): string => {
  const visible = {
    ...readable,
    fields: readable.fields.filter(isPublic),
    own: readable.own.filter(isPublic),
    lists: readable.lists.map((list) => ({ ...list, fields: list.fields.filter(isPublic) }))
  }
  const { text } = random.once(2)
    ? readable.make.text(visible, random.whole(1, 3))
    : { text: `text(${readable.make.number(visible, random.whole(1, 3)).text})` }
  return /[{}]/.test(text) ? "today" : text
}

export const messageOf = (random: Random, readable: Readable, takesExpressions = true): string => {
  const all = [...readable.own, ...readable.fields.filter(({ slug }) => !readable.shadows.has(slug))]
  // A template shows the name of a file, and a message cannot.
  const fields = all.filter(({ internal, type }) => internal !== true && !(takesExpressions && type === "file"))
  const constants = Object.keys(readable.constants)
  const shown = random.list(0, 3, () => {
    if (takesExpressions && random.once(5)) return `{${shownExpression(random, readable)}}`
    return random.once(6) && constants.length > 0
      ? `{${random.pick(constants)}}`
      : `{${fields.length === 0 ? "today" : random.pick(fields).slug}}`
  })
  return `m ${shown.join(random.pick([" ", ", ", "{{x}} "]))}${random.once(4) ? " {today}" : ""}`
}

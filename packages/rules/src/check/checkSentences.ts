/** Checking the sentences that a field's author wrote for problems with its constraints. */
import type { ReadField } from "../definition/readField.ts"
import type { ProblemCode } from "../Evaluation.ts"
import { isSaidOfFile, sentenceCodes, sentenceNames } from "../Sentence.ts"
import type { MessagePart } from "../tree/MessagePart.ts"
import { below } from "../values/pointer.ts"
import { checkMessageAt, type MessageScope } from "./checkMessageAt.ts"
import type { CheckContext } from "./CheckContext.ts"

/** One value has so many problems at once at most: chosen options with one twice, too many of them, and a row like another. */
const MOST_AT_ONCE = 3

const whyPlain = "A file is refused when it is uploaded, before the form has values. Say it without a value in braces."

/** A field's own sentences by the codes of their problems; undefined where it has none. */
export const checkSentences = (
  context: CheckContext,
  { field, pointer, slug }: ReadField,
  scope: MessageScope
): ReadonlyMap<ProblemCode, ReadonlyArray<MessagePart>> | undefined => {
  const messages = field?.messages
  if (field === undefined || messages === undefined) return undefined
  const at = below(pointer, "messages")
  const checked = sentenceNames.flatMap((name) => {
    const source = messages[name]
    if (source === undefined) return []
    const seen = "maxBytes" in field && isSaidOfFile(name) ? { ...scope, whyPlain } : scope
    return [{ code: sentenceCodes[name], ...checkMessageAt(context, source, seen, below(at, name)) }]
  })
  const heaviest = checked.map(({ steps }) => steps).toSorted((a, b) => b - a)
  context.costs.push({
    pointer: at,
    name: `the messages of \`${slug ?? "?"}\``,
    steps: scope.times * heaviest.slice(0, MOST_AT_ONCE).reduce((sum, steps) => sum + steps, 0)
  })
  return checked.length === 0 ? undefined : new Map(checked.map(({ code, parts }) => [code, parts]))
}

/** The operations that a text finds: each of its words is in the method, the path, the id or the summary. */
import type { Operation, Tag } from "./document/Operation.ts"

const isFound = ({ id, method, path, summary, tag }: Operation, words: ReadonlyArray<string>): boolean => {
  const whole = `${tag} ${method} ${path} ${id} ${summary}`.toLowerCase()
  return words.every((word) => whole.includes(word))
}

export const narrowed = (tags: ReadonlyArray<Tag>, text: string): ReadonlyArray<Tag> => {
  const words = text.toLowerCase().split(/\s+/u)
  return tags
    .map((tag) => ({ ...tag, operations: tag.operations.filter((operation) => isFound(operation, words)) }))
    .filter(({ operations }) => operations.length > 0)
}

/** Whether two texts say the same. */
import { LongNumber } from "@formwork/rules/LongNumber"
import { membersOf, sourceOf } from "../nodes.ts"
import { type Node, parseText } from "../parseText.ts"

/** A value in a text. */
export interface Placed {
  readonly text: string
  readonly node: Node
}

/** The spelling of a number that a double holds does not count: a server writes `1.50` as `1.5`. */
const sameNumber = (a: string, b: string): boolean =>
  a === b || (LongNumber.of(a) === undefined && LongNumber.of(b) === undefined && Number(a) === Number(b))

/** Whether two values are the same. The order of members, escapes in texts and the spelling of numbers do not count. */
export const sameValue = (a: Placed, b: Placed): boolean => {
  if (a.node.type !== b.node.type) return false
  switch (a.node.type) {
    case "object": {
      const [own, other] = [membersOf(a.node), new Map(membersOf(b.node).map(({ name, value }) => [name, value]))]
      return (
        own.length === other.size &&
        own.every(({ name, value }) => {
          const node = other.get(name)
          return node !== undefined && sameValue({ text: a.text, node: value }, { text: b.text, node })
        })
      )
    }
    case "array": {
      const [own, other] = [a.node.children ?? [], b.node.children ?? []]
      return (
        own.length === other.length &&
        own.every((value, index) => {
          const node = other[index]
          return node !== undefined && sameValue({ text: a.text, node: value }, { text: b.text, node })
        })
      )
    }
    case "number":
      return sameNumber(sourceOf(a.text, a.node), sourceOf(b.text, b.node))
    default:
      return a.node.value === b.node.value
  }
}

/** Whether two texts are JSON and say the same. */
export const sameText = (a: string, b: string): boolean => {
  const [one, other] = [parseText(a), parseText(b)]
  return "tree" in one && "tree" in other && sameValue({ text: a, node: one.tree }, { text: b, node: other.tree })
}

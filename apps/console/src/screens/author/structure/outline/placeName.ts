/** What people call the place of a reference: `premium · formula`. */
import { memberOf, nodeAt, textOf } from "../../document/nodes.ts"
import type { Node } from "../../document/parseText.ts"
import { below, tokensOf } from "../../document/pointer.ts"

/** Names of what a pointer passes, and the members after the last of them. */
export const placeName = (tree: Node, pointer: string): ReadonlyArray<string> => {
  const names: Array<string> = []
  let at = ""
  let isNamed = false
  for (const token of tokensOf(pointer)) {
    at = below(at, token)
    const node = nodeAt(tree, at)
    const name = textOf(memberOf(node, "slug")) ?? textOf(memberOf(node, "id"))
    if (/^\d+$/.test(token) && name !== undefined) {
      names.push(name)
      isNamed = true
    } else if (isNamed && !(token === "fields" && tokensOf(pointer).length > tokensOf(at).length + 1)) names.push(token)
  }
  return names.length > 0 ? names : tokensOf(pointer)
}

/** Chosen options as code. */
import type { ChoicesTree } from "../../tree/Tree.ts"
import { chosen, firstKnown, isPresent } from "./branches.ts"
import { type Emitter, type Site, variable } from "./Emitter.ts"

export const choicesCode = (emitter: Emitter, site: Site, tree: ChoicesTree): string => {
  const { choices } = emitter
  switch (tree.node) {
    case "missing":
      return "undefined"
    case "field":
      return variable(site, tree.place)
    case "if":
      return chosen(
        emitter,
        site,
        tree.condition,
        choices(site, tree.whenTrue),
        choices(site, tree.whenFalse),
        "undefined"
      )
    case "coalesce":
      return firstKnown(
        site,
        tree.operands.map((operand) => choices(site, operand)),
        isPresent
      )
  }
}

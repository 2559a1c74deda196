/** The nodes that values of every kind have, as code. */
import type { SharedNode } from "../../tree/Tree.ts"
import { chosen, firstKnown, isPresent } from "./branches.ts"
import { type Emitter, type Site, variable } from "./Emitter.ts"
import type { Nothing } from "./FastValue.ts"
import { type Make, pickedCode } from "./rows.ts"

const isNumber = (value: string): string => `${value} === ${value}`

/** @param make writes a tree of the kind. */
export const sharedCode = <Tree extends { readonly kind: string }>(
  emitter: Emitter,
  site: Site,
  tree: SharedNode<Tree>,
  nothing: Nothing,
  make: Make<Tree>
): string => {
  switch (tree.node) {
    case "missing":
      return nothing
    case "field":
      return variable(site, tree.place)
    case "if":
      return chosen(emitter, site, tree.condition, make(site, tree.whenTrue), make(site, tree.whenFalse), nothing)
    case "coalesce":
      return firstKnown(
        site,
        tree.operands.map((operand) => make(site, operand)),
        nothing === "NaN" ? isNumber : isPresent
      )
    case "ofRow":
      return pickedCode(emitter, site, tree.each, nothing, make)
  }
}

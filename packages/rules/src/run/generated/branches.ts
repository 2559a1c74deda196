/** `?:` and `coalesce` as code, for values of any kind. */
import type { BooleanTree } from "../../tree/Tree.ts"
import type { Emitter, Site } from "./Emitter.ts"
import { after, isAtom } from "./Writer.ts"

/** Conditions that are true or false and never unknown, as far as that is plain to see. */
const isDecided = (tree: BooleanTree): boolean => {
  switch (tree.node) {
    case "isMissing":
    case "literal":
      return true
    case "not":
      return isDecided(tree.of)
    case "and":
    case "or":
      return tree.operands.every(isDecided)
    default:
      return false
  }
}

/** Whether a value that is undefined where missing is known. */
export const isPresent = (value: string): string => `${value} !== undefined`

/** `whenTrue`, `whenFalse`, or `missing` where the condition is not known. */
export const chosen = (
  emitter: Emitter,
  site: Site,
  condition: BooleanTree,
  whenTrue: string,
  whenFalse: string,
  missing: string
): string => {
  if (isDecided(condition) || whenFalse === missing)
    return `(${emitter.isTrue(site, condition)} ? ${whenTrue} : ${whenFalse})`
  const { before, isFalse, isTrue } = emitter.rails(site, condition)
  return after(before, `(${isTrue} ? ${whenTrue} : ${isFalse} ? ${whenFalse} : ${missing})`)
}

/** The first operand that is known, else the last one. */
export const firstKnown = (site: Site, operands: ReadonlyArray<string>, isKnown: (atom: string) => string): string =>
  operands.reduceRight((rest, operand) => {
    if (isAtom(operand)) return `(${isKnown(operand)} ? ${operand} : ${rest})`
    const name = site.writer.temp()
    return `(${name} = ${operand}, ${isKnown(name)} ? ${name} : ${rest})`
  })

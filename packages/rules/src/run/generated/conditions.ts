/**
 * Conditions on two rails instead of three values: one expression for "known to be true", one for "known to be false".
 * T(a && b) = T(a) && T(b), F(a && b) = F(a) || F(b), T(!a) = F(a); a comparison with NaN is neither.
 */
import type { BooleanTree } from "../../tree/Tree.ts"
import { hasOption } from "../../values/choices.ts"
import { textTests } from "../../values/text.ts"
import { chosen } from "./branches.ts"
import { absent, amongCode, amongValue, comparison, opposite } from "./comparisonOperators.ts"
import { type Emitter, type Rails, type Site, variable, writeEach } from "./Emitter.ts"
import { lookupCode } from "./lookups.ts"
import { sharedCode } from "./shared.ts"
import { after, atom } from "./Writer.ts"

type Of<Node extends BooleanTree["node"]> = Extract<BooleanTree, { readonly node: Node }>

/** A test of one or two values that is not known where one is missing. */
const tested = (emitter: Emitter, site: Site, tree: BooleanTree, before: Array<string>) => {
  const { writer } = site
  const hold = (code: string) => heldRight(site, code, before)
  const present = (...values: ReadonlyArray<string>) =>
    values.flatMap((value) => (value.startsWith('"') ? [] : [`${value} !== void 0`])).join(" && ") || "true"
  switch (tree.node) {
    case "matches": {
      const value = hold(emitter.text(site, tree.of))
      return {
        present: present(value),
        test: `${writer.constant(tree.pattern, tree.pattern.bytes)}.test(${value})`
      }
    }
    case "chosen": {
      const [choices, option] = [hold(emitter.choices(site, tree.choices)), hold(emitter.text(site, tree.option))]
      return {
        present: present(choices, option),
        test: `${writer.constant(hasOption)}(${choices}, ${option})`
      }
    }
    case "contains":
    case "startsWith":
    case "endsWith": {
      const [value, part] = [hold(emitter.text(site, tree.of)), hold(emitter.text(site, tree.part))]
      return {
        present: present(value, part),
        test: `${writer.constant(textTests[tree.node])}(${value}, ${part})`
      }
    }
    default:
      return undefined
  }
}

/** Goes through the rows until one decides; gives a variable. */
const quantified = (emitter: Emitter, site: Site, { each }: Of<"any" | "all">, decides: boolean): string => {
  const { writer } = site
  const found = writer.temp()
  writer.line(`${found} = false;`)
  writeEach(emitter, site, each, (inside, tree) => {
    const code = decides ? emitter.isTrue(inside, tree) : emitter.isFalse(inside, tree)
    writer.line(`if (${code}) { ${found} = true; break; }`)
  })
  return found
}

/** Whether every row is known to be `value`: none is known to be otherwise, and none is unknown. */
const unanimous = (emitter: Emitter, site: Site, { each }: Of<"any" | "all">, value: boolean): string => {
  const { writer } = site
  const held = writer.temp()
  writer.line(`${held} = true;`)
  writeEach(emitter, site, each, (inside, tree) => {
    const code = value ? emitter.isTrue(inside, tree) : emitter.isFalse(inside, tree)
    writer.line(`if (!(${code})) { ${held} = false; break; }`)
  })
  return held
}

/** One rail: where the condition is known to be `wanted`. */
const rail = (emitter: Emitter, site: Site, tree: BooleanTree, wanted: boolean): string => {
  const one = (of: BooleanTree, is: boolean) => rail(emitter, site, of, is)
  switch (tree.node) {
    case "missing":
      return "false"
    case "literal":
      return String(tree.value === wanted)
    case "field":
      return `${variable(site, tree.place)} === ${wanted}`
    case "not":
      return one(tree.of, !wanted)
    case "and":
    case "or":
      return `(${tree.operands.map((operand) => one(operand, wanted)).join((tree.node === "and") === wanted ? " && " : " || ") || String(wanted === (tree.node === "and"))})`
    case "if":
      return chosen(emitter, site, tree.condition, one(tree.whenTrue, wanted), one(tree.whenFalse, wanted), "false")
    case "isMissing":
      return `${wanted ? "" : "!"}(${absent(emitter, site, tree.of)})`
    case "among":
      return amongCode(emitter, site, tree, wanted)
    case "any":
      return wanted ? quantified(emitter, site, tree, true) : unanimous(emitter, site, tree, false)
    case "all":
      return wanted ? unanimous(emitter, site, tree, true) : quantified(emitter, site, tree, false)
    case "coalesce":
    case "lookup":
    case "ofRow":
      return `${booleanCode(emitter, site, tree)} === ${wanted}`
    default: {
      const before: Array<string> = []
      const compared = comparison(emitter, site, tree)
      if (compared !== undefined) {
        const operator = wanted ? compared.operator : opposite[compared.operator]
        const code = compared.write(site, operator, compared.left, compared.right, before)
        return after(before, `(${code})`)
      }
      const held = tested(emitter, site, tree, before)
      if (held === undefined) return "false"
      return after(before, `(${held.present} && ${wanted ? "" : "!"}${held.test})`)
    }
  }
}

export const isTrueCode = (emitter: Emitter, site: Site, tree: BooleanTree): string => rail(emitter, site, tree, true)
export const isFalseCode = (emitter: Emitter, site: Site, tree: BooleanTree): string => rail(emitter, site, tree, false)

/** Both rails. What they share is computed once. */
export const railsOf = (emitter: Emitter, site: Site, tree: BooleanTree): Rails => {
  switch (tree.node) {
    case "not": {
      const { before, isFalse, isTrue } = railsOf(emitter, site, tree.of)
      return { before, isTrue: isFalse, isFalse: isTrue }
    }
    case "and":
    case "or": {
      const all = tree.operands.map((operand) => railsOf(emitter, site, operand))
      const [truths, untruths] = tree.node === "and" ? [" && ", " || "] : [" || ", " && "]
      return {
        before: all.flatMap(({ before }) => before),
        isTrue: `(${all.map(({ isTrue }) => isTrue).join(truths) || String(tree.node === "and")})`,
        isFalse: `(${all.map(({ isFalse }) => isFalse).join(untruths) || String(tree.node === "or")})`
      }
    }
    case "literal":
    case "missing":
    case "field":
      return { before: [], isTrue: rail(emitter, site, tree, true), isFalse: rail(emitter, site, tree, false) }
    default: {
      const before: Array<string> = []
      const compared = comparison(emitter, site, tree)
      if (compared !== undefined) {
        const [left, right] = [atom(site.writer, compared.left, before), heldRight(site, compared.right, before)]
        return {
          before,
          isTrue: compared.write(site, compared.operator, left, right, before),
          isFalse: compared.write(site, opposite[compared.operator], left, right, before)
        }
      }
      const value = atom(site.writer, booleanCode(emitter, site, tree), before)
      return { before, isTrue: `${value} === true`, isFalse: `${value} === false` }
    }
  }
}

const heldRight = (site: Site, code: string, before: Array<string>): string =>
  code.startsWith('"') ? code : atom(site.writer, code, before)

/** A condition as a value: true, false or undefined. */
export const booleanCode = (emitter: Emitter, site: Site, tree: BooleanTree): string => {
  switch (tree.node) {
    case "missing":
    case "field":
    case "if":
    case "coalesce":
    case "ofRow":
      return sharedCode(emitter, site, tree, "undefined", emitter.boolean)
    case "literal":
      return String(tree.value)
    case "lookup":
      return lookupCode(emitter, site, tree, undefined)
    case "isMissing":
      return `(${absent(emitter, site, tree.of)})`
    case "any":
    case "all": {
      const decisive = quantified(emitter, site, tree, tree.node === "any")
      const settled = unanimous(emitter, site, tree, tree.node === "all")
      return `(${decisive} ? ${tree.node === "any"} : ${settled} ? ${tree.node === "all"} : undefined)`
    }
    case "among":
      return amongValue(emitter, site, tree)
    case "matches":
    case "chosen":
    case "contains":
    case "startsWith":
    case "endsWith": {
      const before: Array<string> = []
      const held = tested(emitter, site, tree, before)
      return held === undefined ? "undefined" : after(before, `(${held.present} ? ${held.test} : undefined)`)
    }
    default: {
      const { before, isFalse, isTrue } = railsOf(emitter, site, tree)
      return after(before, `(${isTrue} ? true : ${isFalse} ? false : undefined)`)
    }
  }
}

/** Compiles a body template to a function from an evaluation to the JSON of a request. */
import { compiler } from "../closures/backEnd.ts"
import type { Frame } from "../closures/Frame.ts"
import type { BodyTree } from "../../tree/EffectTree.ts"
import type { Json } from "../../Json.ts"
import { isCounted, type ValueTree } from "../../tree/Tree.ts"
import { counted } from "../../values/counted.ts"
import { type Render, templateRender } from "./templates.ts"
import { numberJson } from "./writtenValues.ts"

const valueJson = (tree: ValueTree, decimals: number | undefined): ((frame: Frame) => Json) => {
  if (isCounted(tree)) {
    const run = compiler.days(tree)
    const { format } = counted[tree.kind]
    return (frame) => {
      const value = run(frame)
      return value === null ? null : format(value)
    }
  }
  switch (tree.kind) {
    case "number": {
      const run = compiler.number(tree)
      return (frame) => {
        const value = run(frame)
        return value === null ? null : numberJson(value, tree.scale, decimals)
      }
    }
    case "text":
      return compiler.text(tree)
    case "boolean":
      return compiler.boolean(tree)
    case "choices":
      return compiler.choices(tree)
    case "datetime": {
      const run = compiler.datetime(tree)
      return (frame) => run(frame)?.written ?? null
    }
  }
}

export const bodyRender = (tree: BodyTree): Render<Json> => {
  switch (tree.node) {
    case "literal":
      return () => tree.value
    case "value":
      return valueJson(tree.of, tree.decimals)
    case "text":
      return templateRender(tree.of)
    case "array": {
      const items = tree.items.map(bodyRender)
      return (frame, context) => items.map((item) => item(frame, context))
    }
    case "object": {
      const members = tree.members.map(([name, member]) => [name, bodyRender(member)] as const)
      // Object.fromEntries defines own members: `__proto__` is a member like any other.
      return (frame, context) => Object.fromEntries(members.map(([name, member]) => [name, member(frame, context)]))
    }
    case "rows": {
      const as = bodyRender(tree.as)
      return (frame, context) =>
        (frame.lists[tree.slot] ?? []).map((row) => {
          frame.row = row
          return as(frame, context)
        })
    }
  }
}

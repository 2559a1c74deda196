/** Which fields wait for which, straight from the definition: to hold the checker's finding of circles against. */
import type { JsonObject } from "../../src/Json.ts"
import { type FormField, formOf } from "./Form.ts"
import { type Node, parse } from "./parse.ts"
import { present } from "../present.ts"

/** Of each field (in a list `list.field`) the fields it reads to be shown and computed. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

const listFunctions = new Set(["any", "all", "count", "filter", "map", "sum", "avg", "min", "max"])

interface Reader {
  readonly form: ReadonlyMap<string, FormField>
  readonly own: FormField | undefined
  readonly reads: Set<string>
}

const listOf = (node: Node): string => (node.op === "name" ? node.value : listOf(present(node.args[0])))

const isOwn = (own: FormField | undefined, name: string): boolean =>
  own?.fields?.some(({ slug }) => slug === name) === true

const isOverRows = ({ args, op, value }: Node, { form, own }: Reader): boolean =>
  op === "call" &&
  listFunctions.has(value) &&
  args.length === 3 &&
  (present(args[0]).op === "call"
    ? present(args[0]).value === "filter"
    : form.get(present(args[0]).value)?.type === "list" && !isOwn(own, present(args[0]).value))

const walk = (node: Node, reader: Reader, bound: string | undefined): void => {
  if (node.op === "name" && node.value !== "today") {
    reader.reads.add(isOwn(reader.own, node.value) ? `${reader.own?.slug}.${node.value}` : node.value)
  } else if (node.op === "member") reader.reads.add(`${bound}.${node.value}`)
  else if (isOverRows(node, reader)) {
    walk(present(node.args[0]), reader, bound)
    walk(present(node.args[2]), reader, listOf(present(node.args[0])))
  } else for (const arg of node.args) walk(arg, reader, bound)
}

export const graphOf = (definition: JsonObject): Graph => {
  const { fields, sections = [] } = formOf(definition)
  const form = new Map(fields.map((field) => [field.slug, field]))
  const graph = new Map<string, Set<string>>()
  const add = (field: FormField, own: FormField | undefined): void => {
    const reads = new Set(own === undefined ? [] : [own.slug])
    const around =
      own === undefined ? sections.find((section) => section.fields.includes(field.slug))?.visibleWhen : undefined
    for (const source of [field.formula, field.visibleWhen, around])
      if (source !== undefined) walk(parse(source), { form, own, reads }, undefined)
    graph.set(own === undefined ? field.slug : `${own.slug}.${field.slug}`, reads)
    for (const row of field.fields ?? []) add(row, field)
  }
  for (const field of fields) add(field, undefined)
  return graph
}

/** Whether some fields wait for each other: what is left after taking away, again and again, all that wait for none. */
export const isCircular = (graph: Graph): boolean => {
  const left = new Map(graph)
  for (let before = -1; before !== left.size;) {
    before = left.size
    for (const [name, reads] of left) if (![...reads].some((read) => left.has(read))) left.delete(name)
  }
  return left.size > 0
}

/** Whether a circle as the checker names it, `a → b → a`, is one of the graph. */
export const isCircle = (graph: Graph, message: string): boolean => {
  const names = message.slice(message.lastIndexOf(":") + 2, -1).split(" → ")
  return (
    names.length > 1 &&
    names[0] === names.at(-1) &&
    names.slice(1).every((name, index) => graph.get(present(names[index]))?.has(name) === true)
  )
}

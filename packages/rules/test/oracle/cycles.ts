/** Which fields wait for which, straight from the definition: to hold the checker's finding of circles against. */
import type { JsonObject } from "../../src/Json.ts"
import { type FormField, formOf } from "./Form.ts"
import { groupsOf } from "./groups.ts"
import { type Node, parse } from "./parse.ts"
import { present } from "../present.ts"

/** Of each field (in a list `list.field`) the fields it reads to be shown and computed. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

const listFunctions = new Set([
  "any",
  "all",
  "count",
  "filter",
  "map",
  "sum",
  "product",
  "avg",
  "min",
  "max",
  "countDistinct",
  "join",
  "first",
  "last",
  "minBy",
  "maxBy"
])

interface Reader {
  readonly form: ReadonlyMap<string, FormField>
  readonly own: FormField | undefined
  readonly field: FormField
  readonly reads: Set<string>
}

const isOwn = (own: FormField | undefined, name: string): boolean =>
  own?.fields?.some(({ slug }) => slug === name) === true

const fieldOf = ({ form, own }: Reader, name: string): FormField | undefined =>
  own?.fields?.find(({ slug }) => slug === name) ?? form.get(name)

/** The field that rows or options come from. */
const sourceOf = (node: Node): string => (node.op === "name" ? node.value : sourceOf(present(node.args[0])))

const isOverRows = ({ args, op, value }: Node, reader: Reader): boolean => {
  if (op !== "call" || !listFunctions.has(value) || args.length < 3) return false
  const first = present(args[0])
  if (first.op === "call") return first.value === "filter"
  const type = first.op === "name" ? fieldOf(reader, first.value)?.type : undefined
  return type === "list" || type === "choices"
}

/** The name for a row, and the list that it is of; undefined for one of several options. */
interface Bound {
  readonly name: string
  readonly list: string | undefined
}

const walk = (node: Node, reader: Reader, bound: Bound | undefined): void => {
  const isBound = (of: Node | undefined): boolean => of?.op === "name" && bound !== undefined && of.value === bound.name
  const { args, op, value } = node
  if (isBound(node)) return
  // A field may wait for itself in the row before.
  if (op === "call" && value === "previous" && args[0]?.value === reader.field.slug) return
  if (op === "name" && value !== "today")
    reader.reads.add(isOwn(reader.own, value) ? `${reader.own?.slug}.${value}` : value)
  else if (op === "member" && isBound(args[0]) && bound?.list !== undefined) reader.reads.add(`${bound.list}.${value}`)
  else if (isOverRows(node, reader)) {
    const source = sourceOf(present(args[0]))
    const isList = fieldOf(reader, source)?.type === "list"
    walk(present(args[0]), reader, bound)
    const inside = { name: present(args[1]).value, list: isList ? source : undefined }
    for (const [index, arg] of args.slice(2).entries())
      walk(arg, reader, value === "join" && index > 0 ? bound : inside)
  } else for (const arg of args) walk(arg, reader, bound)
}

export const graphOf = (definition: JsonObject): Graph => {
  const { fields, sections = [] } = formOf(definition)
  const groups = groupsOf(fields)
  const form = new Map(fields.map((field) => [field.slug, field]))
  const graph = new Map<string, Set<string>>()
  const add = (field: FormField, own: FormField | undefined): void => {
    const reads = new Set(own === undefined ? [] : [own.slug])
    const around =
      own === undefined ? sections.find((section) => section.fields.includes(field.slug))?.visibleWhen : undefined
    const offers = (field.options ?? []).map(({ when }) => when)
    for (const source of [field.formula, field.visibleWhen, around, ...offers])
      if (source !== undefined) walk(parse(source, groups), { form, own, field, reads }, undefined)
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

/** Whether a name that is put in at a place makes fields wait for each other in a circle. */
import { memberOf } from "../Json.ts"
import { fieldAt, vertexAt } from "./fieldAt.ts"
import { namesIn } from "./namesIn.ts"
import type { OpenForm } from "./openForm.ts"

/** Whether a field, to be evaluated, waits for one of others, or is one of them. */
const waitsFor = ({ waiting }: OpenForm, first: string, wanted: ReadonlySet<string>): boolean => {
  const seen = new Set([first])
  for (const vertex of seen) {
    if (wanted.has(vertex)) return true
    for (const read of waiting.get(vertex) ?? []) seen.add(read)
  }
  return false
}

const SECTION = /^\/sections\/(\d+)\/(visibleWhen$|fields\/)/

const fieldsOfSection = ({ definition }: OpenForm, index: string): ReadonlyArray<string> => {
  const fields = memberOf(memberOf(memberOf(definition, "sections"), index), "fields")
  return Array.isArray(fields) ? fields.filter((name): name is string => typeof name === "string") : []
}

/** The fields that wait for what the rule at a pointer reads. */
const waitersOf = (form: OpenForm, pointer: string): ReadonlySet<string> => {
  const [, index = "", member] = SECTION.exec(pointer) ?? []
  if (member === "visibleWhen") return new Set(fieldsOfSection(form, index))
  const field = /\/(?:formula|visibleWhen)$/.test(pointer) ? fieldAt(form.definition, pointer) : undefined
  return new Set(field === undefined ? [] : [vertexAt(field)])
}

/** What the condition of a section reads; of a place that names no field of a section nothing. */
const readAround = (form: OpenForm, pointer: string): ReadonlyArray<string> => {
  const [, index = "", member] = SECTION.exec(pointer) ?? []
  const site = member === "fields/" ? form.sites.get(`/sections/${index}/visibleWhen`) : undefined
  return site === undefined ? [] : namesIn(site, form.limits).map(({ vertex }) => vertex)
}

/** @returns undefined where no name makes a circle. */
export const circlesAt = (form: OpenForm, pointer: string): ((vertex: string) => boolean) | undefined => {
  const waiters = waitersOf(form, pointer)
  const around = readAround(form, pointer)
  if (waiters.size === 0 && around.length === 0) return undefined
  return (vertex) => waitsFor(form, vertex, waiters) || around.some((read) => waitsFor(form, read, new Set([vertex])))
}

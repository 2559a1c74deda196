/** The parts of a rule, each once, as the pointer finds them. */
import type { openForm } from "../../src/authoring/openForm.ts"
import { type PartType, typeAt } from "../../src/authoring/typeAt.ts"
import type { Rule } from "./rulesIn.ts"

/** Each part that a pointer can find in a text, with a place where it does. */
export const partsIn = (
  form: ReturnType<typeof openForm>,
  { pointer, source }: Rule
): ReadonlyArray<readonly [number, PartType]> => {
  const found = new Map<string, readonly [number, PartType]>()
  for (let offset = 0; offset <= source.length; offset += 1) {
    const part = typeAt(form, pointer, offset)
    if (part !== undefined) found.set(JSON.stringify(part.range), [offset, part])
  }
  return [...found.values()]
}

export const isWhole = ({ range }: PartType, source: string): boolean =>
  source.slice(0, range.start).trim() === "" && source.slice(range.end).trim() === ""

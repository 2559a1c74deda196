/** Compiles a template to a function from an evaluation to a text. */
import { compiler, partValue } from "../closures/backEnd.ts"
import type { Frame } from "../closures/Frame.ts"
import { referenceMarker } from "../../Content.ts"
import { isForPeople, namesFiles, type Shown, type Template, type UrlTree } from "../../tree/EffectTree.ts"
import { isWritten } from "../../tree/MessagePart.ts"
import type { RenderContext } from "../../CompiledForm.ts"
import { type Signs, writtenIn } from "../../words/Signs.ts"
import { escaped } from "./escape.ts"

/** Something made ready, run once for each rendering. */
export type Render<A> = (frame: Frame, context: RenderContext) => A

const shownRender = ({ as, show }: Shown, signs: Signs | undefined): Render<string> => {
  if (show.kind === "file") {
    const run = compiler.text(show.of)
    const isNamed = namesFiles(as)
    return (frame, { files }) => {
      const id = run(frame)
      return escaped(id === null ? null : isNamed ? (files?.get(id) ?? null) : id, as)
    }
  }
  if (show.kind !== "special") {
    const run = partValue(show)
    const own = isForPeople(as) && isWritten(show) ? signs : undefined
    return (frame) => {
      const text = run(frame)
      return escaped(text === null ? null : writtenIn(own, text), as)
    }
  }
  switch (show.name) {
    case "reference": // unescaped: a reference number has letters, digits and `-_./` only
      return (_, { submissionId }) => referenceMarker(submissionId)
    case "submissionId":
      return (_, { submissionId }) => escaped(submissionId, as)
    case "formTitle":
      return (_, { formTitle }) => escaped(formTitle, as)
    case "state":
      return (_, { state }) => escaped(state, as)
  }
}

/** @param signs of the language that the effect says it is written in. */
export const templateRender = (template: Template, signs?: Signs): Render<string> => {
  const parts = template.map((part) => (typeof part === "string" ? part : shownRender(part, signs)))
  return (frame, context) => parts.map((part) => (typeof part === "string" ? part : part(frame, context))).join("")
}

/**
 * `.` and `..` as a whole segment go up in a path, percent-encoded or not (https://url.spec.whatwg.org/#double-dot-path-segment).
 * Encoded twice they are a name like any other.
 */
const segment = (text: string): string => (/^(?:\.|%2e){1,2}$/i.test(text) ? text.replace(/\.|%2e/gi, "%252E") : text)

export const urlRender = ({ origin, query, segments }: UrlTree): Render<string> => {
  const path = segments.map((part) => templateRender(part))
  const asked = query && templateRender(query)
  return (frame, context) => {
    const all = path.map((render) => `/${segment(render(frame, context))}`).join("")
    return `${origin}${all}${asked === undefined ? "" : `?${asked(frame, context)}`}`
  }
}

/** What the part of a rule under the pointer is, and what it gives for the payload of the try-out. */
import { hoverTooltip, type Tooltip } from "@codemirror/view"
import type { PartType } from "@formwork/rules/typeAt"
import type { EngineClient } from "../engine/EngineClient.ts"
import { isAltHeld } from "./chainHover.ts"
import { valueText } from "./valueText.ts"
import type { TextPlaces } from "../authoring/TextPlaces.ts"

export interface HoverWords {
  readonly type: (part: PartType) => string
  readonly missing: string
}

const tooltipOf = (value: string | undefined, type: string): HTMLElement => {
  const dom = document.createElement("div")
  dom.className = "fw-hover"
  if (value !== undefined) {
    const given = document.createElement("strong")
    given.textContent = value
    dom.append(given)
  }
  const words = document.createElement("span")
  words.textContent = type
  dom.append(words)
  return dom
}

export const hover = (engine: EngineClient, places: TextPlaces, words: HoverWords) =>
  hoverTooltip(async (view, position): Promise<Tooltip | null> => {
    const { state } = view
    if (isAltHeld(view)) return null
    const place = places.textAt(state, position)
    if (place === undefined) return null
    const [type, value] = await Promise.all([engine.ask("typeAt", place), engine.ask("valueAt", place)])
    if (type === undefined || type === null) return null
    const range = places.placeOf(state, place.pointer, type.range)
    const shown = value === undefined || value === null ? undefined : valueText(value.value, words.missing)
    return {
      pos: range?.from ?? position,
      ...(range === undefined ? {} : { end: range.to }),
      above: true,
      create: () => ({ dom: tooltipOf(shown, words.type(type)) })
    }
  })

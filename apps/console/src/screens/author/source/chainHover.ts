/** Who reads whom, of the field under the pointer while Alt is held; without a field, of the part in which the pointer is. */
import { closeHoverTooltips, EditorView, hoverTooltip, type Tooltip } from "@codemirror/view"
import type { Authoring } from "../authoring/Authoring.ts"
import type { TextPlaces } from "../authoring/TextPlaces.ts"
import { type Chain, chainOf, type Link } from "../chain/chain.ts"
import { partName } from "../chain/partName.ts"
import { partUnder } from "./partUnder.ts"

export interface ChainWords {
  readonly reads: string
  readonly readBy: string
  readonly nothing: string
  readonly again: string
}

const held = new WeakSet<EditorView>()

/** Whether Alt was held when the pointer moved last. */
export const isAltHeld = (view: EditorView): boolean => held.has(view)

const note = (view: EditorView, isHeld: boolean): void => {
  if (isHeld === held.has(view)) return
  if (isHeld) held.add(view)
  else held.delete(view)
  // What is shown is of the other kind.
  view.dispatch({ effects: closeHoverTooltips })
}

const listOf = (authoring: Authoring, links: ReadonlyArray<Link>, words: ChainWords): HTMLElement => {
  const list = document.createElement("ul")
  for (const { isAgain, links: below, pointer } of links) {
    const item = document.createElement("li")
    const name = document.createElement("bdi")
    name.textContent = partName(authoring, pointer)
    item.append(name, ...(isAgain ? [` ${words.again}`] : []))
    if (below.length > 0) item.append(listOf(authoring, below, words))
    list.append(item)
  }
  return list
}

const cardOf = (authoring: Authoring, chain: Chain, words: ChainWords): HTMLElement => {
  const dom = document.createElement("div")
  dom.className = "fw-hover fw-chain"
  for (const way of ["reads", "readBy"] as const) {
    const title = document.createElement("span")
    title.textContent = words[way]
    const links = chain[way]
    const nothing = document.createElement("p")
    nothing.textContent = words.nothing
    dom.append(title, links.length === 0 ? nothing : listOf(authoring, links, words))
  }
  return dom
}

export const chainHover = (authoring: Authoring, places: TextPlaces, words: ChainWords) => [
  EditorView.domEventHandlers({
    mousemove: ({ altKey }, view) => note(view, altKey),
    mouseleave: (_, view) => note(view, false)
  }),
  hoverTooltip(async (view, position): Promise<Tooltip | null> => {
    if (!isAltHeld(view)) return null
    const pointer = await partUnder(authoring, view.state, places, position)
    const readings = pointer === undefined ? undefined : await authoring.engine.ask("readings", {})
    if (pointer === undefined || readings === undefined) return null
    const chain = chainOf(readings, pointer)
    return { pos: position, above: true, create: () => ({ dom: cardOf(authoring, chain, words) }) }
  })
]

/** Texts of a page that nobody can read: cut by an edge without an ellipsis, where nothing scrolls. */
import type { Page } from "playwright-core"

export const cutOffOn = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const cuts = (style: CSSStyleDeclaration) => ["hidden", "clip"].includes(style.overflowX)
    const scrolls = (style: CSSStyleDeclaration) => ["auto", "scroll"].includes(style.overflowX)
    const apart = "title, option, noscript, script, style, .cm-editor, formwork-form, [aria-hidden=true]"
    const known = new Map<Element, { readonly style: CSSStyleDeclaration; readonly box: DOMRect }>()
    const drawn = (element: Element) => {
      const one = known.get(element) ?? { style: getComputedStyle(element), box: element.getBoundingClientRect() }
      known.set(element, one)
      return one
    }
    /** The element that cuts a text, where one does. */
    const cutBy = (text: Node, parent: Element): Element | undefined => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const own = range.getBoundingClientRect()
      if (own.width === 0) return undefined
      for (
        let element: Element | null = parent;
        element !== null && element !== document.body;
        element = element.parentElement
      ) {
        const { box, style } = drawn(element)
        // For assistive technology alone, or with its whole text in a tooltip.
        if (box.width <= 1 || style.textOverflow === "ellipsis" || element.hasAttribute("title")) return undefined
        const isPoking = own.left < box.left - 1.5 || own.right > box.right + 1.5
        if (isPoking && (cuts(style) || element.matches("button, a, [role=tab], [role=menuitem]"))) return element
        if (scrolls(style)) return undefined
      }
      return undefined
    }
    const found = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode() !== null) {
      const { parentElement: parent, textContent } = texts.currentNode
      if (parent === null || textContent?.trim() === "" || parent.closest(apart) !== null) continue
      const by = cutBy(texts.currentNode, parent)
      if (by !== undefined) found.add(`${by.tagName}.${by.className}: ${textContent?.slice(0, 60) ?? ""}`)
    }
    return [...found]
  })

/** What the element extends and how it is defined. Where there is no DOM, as on a server that renders the page, importing it does nothing. */
export const Base: typeof HTMLElement = Reflect.get(globalThis, "HTMLElement") ?? Object

export const define = (name: string, element: CustomElementConstructor): void => {
  if ("customElements" in globalThis && customElements.get(name) === undefined) customElements.define(name, element)
}

/** A server renders pages whose modules import the element: there the import does nothing, and the tag is text. */
import { expect, it } from "vitest"

it("the element is imported where there is no DOM, and defines nothing there", async () => {
  expect(["HTMLElement", "CSSStyleSheet", "customElements", "document"].filter((name) => name in globalThis)).toEqual(
    []
  )
  const { FormworkForm } = await import("../../src/element/formworkForm.ts")
  expect(FormworkForm.observedAttributes).toContain("form")
})

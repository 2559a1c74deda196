/** Opening definitions in a page that loads what reads patterns and what checks effects when it meets the first. */
import { expect, it, vi } from "vitest"

const form = (pattern: object) => ({ title: "A", code: "A", fields: [{ slug: "one", type: "text", ...pattern }] })

const thrown = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

const withPattern = form({ pattern: "[a-z]+" })
const withEffect = {
  ...form({}),
  effects: [{ id: "told", kind: "delivery", url: "https://example.org/events", secret: "signing" }]
}

it("a definition without a pattern or an effect needs no part, and one with either says which", async () => {
  // Another test may have loaded them in this process.
  vi.resetModules()
  const { checkLoaded, isPartMissing, loadPart, openLoaded } = await import("../../src/authoring/loading.ts")
  expect(openLoaded(form({})).checked._tag).toBe("Success")
  expect(checkLoaded(form({}))._tag).toBe("Success")
  expect(isPartMissing(new Error("another"))).toBe(false)
  for (const [definition, part] of [
    [withPattern, "patterns"],
    [withEffect, "effects"]
  ] as const) {
    expect(thrown(() => openLoaded(definition))).toMatchObject({ part })
    const error = thrown(() => checkLoaded(definition))
    if (!isPartMissing(error)) throw error
    await loadPart(error)
    expect(openLoaded(definition).checked._tag).toBe("Success")
  }
  expect(checkLoaded(form({ pattern: "(" }))._tag).toBe("Failure")
})

it("a page that loads what it meets checks a definition with both", async () => {
  vi.resetModules()
  const { checkLoading } = await import("../../src/checkLoading.ts")
  const both = await checkLoading({ ...withEffect, fields: withPattern.fields })
  expect(both._tag).toBe("Success")
})

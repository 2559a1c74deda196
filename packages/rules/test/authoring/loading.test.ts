/** Opening definitions in a page that loads what reads patterns when it meets the first one. */
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
const effects = [{ id: "told", kind: "delivery", url: "https://example.org/events", secret: "signing" }]
const german = { ...form({}), languages: ["de"] }

it("a definition without a pattern, an effect or another language needs no part, and one with any says which", async () => {
  // Another test may have loaded them in this process.
  vi.resetModules()
  const { checkLoaded, isPartMissing, loadPart, openLoaded } = await import("../../src/authoring/loading.ts")
  expect(openLoaded(form({})).checked._tag).toBe("Success")
  for (const language of ["en", "it"]) expect(checkLoaded({ ...form({}), languages: [language] })._tag).toBe("Success")
  expect(isPartMissing(new Error("another"))).toBe(false)
  for (const [definition, part] of [
    [withPattern, "patterns"],
    [{ ...form({}), effects }, "effects"],
    [german, "words"]
  ] as const) {
    expect(thrown(() => openLoaded(definition))).toMatchObject({ part })
    const error = thrown(() => checkLoaded(definition))
    if (!isPartMissing(error)) throw error
    await loadPart(error)
    expect(openLoaded(definition).checked._tag).toBe("Success")
  }
  expect(checkLoaded(form({ pattern: "(" }))._tag).toBe("Failure")
  expect(checkLoaded({ ...form({}), languages: ["pt-BR"] })._tag).toBe("Success")
})

it("a page that loads what it meets checks a definition with all of them", async () => {
  vi.resetModules()
  const { checkLoading } = await import("../../src/checkLoading.ts")
  expect((await checkLoading({ ...german, fields: withPattern.fields, effects }))._tag).toBe("Success")
})

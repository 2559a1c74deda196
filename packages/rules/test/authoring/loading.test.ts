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

it("a definition without a pattern needs no reader, and one with a pattern says that it does", async () => {
  // Another test may have loaded the reader in this process.
  vi.resetModules()
  const { checkLoaded, isPartMissing, loadReader, openLoaded } = await import("../../src/authoring/loading.ts")
  expect(openLoaded(form({})).checked._tag).toBe("Success")
  expect(checkLoaded(form({}))._tag).toBe("Success")
  expect(isPartMissing(thrown(() => openLoaded(form({ pattern: "[a-z]+" }))))).toBe(true)
  expect(isPartMissing(thrown(() => checkLoaded(form({ pattern: "[a-z]+" }))))).toBe(true)
  expect(isPartMissing(new Error("another"))).toBe(false)
  await loadReader()
  expect(openLoaded(form({ pattern: "[a-z]+" })).checked._tag).toBe("Success")
  expect(checkLoaded(form({ pattern: "(" }))._tag).toBe("Failure")
})

it("a definition in another language needs its words, and one with a pattern both", async () => {
  vi.resetModules()
  const { checkLoaded, isPartMissing, loadPart, openLoaded } = await import("../../src/authoring/loading.ts")
  const german = { ...form({ pattern: "[a-z]+" }), languages: ["de"] }
  for (const language of ["en", "it"]) expect(checkLoaded({ ...form({}), languages: [language] })._tag).toBe("Success")
  for (let missing = 0; missing < 2; missing += 1) {
    const error = thrown(() => openLoaded(german))
    expect(isPartMissing(error)).toBe(true)
    await loadPart(error)
  }
  expect(openLoaded(german).checked._tag).toBe("Success")
  expect(checkLoaded({ ...german, languages: ["pt-BR"] })._tag).toBe("Success")
})

import { describe, expect, it } from "vitest"
import { layOut } from "../../../src/screens/author/document/layOut.ts"
import { restored } from "../../../src/screens/author/saving/restored.ts"

describe("text that this browser has kept", () => {
  const form = layOut(JSON.stringify({ title: "T", fields: [{ slug: "a", type: "text" }] }))
  const stored = { revision: 4, text: form, savedAt: "", savedBy: undefined, savedById: undefined }
  const mine = form.replace('"text"', '"email"')

  it("It is put in as a change of the stored draft, which undo takes back", () => {
    const { saved, store } = restored(stored, { text: mine, revision: 4, ancestor: form })
    expect([store.getSnapshot().text, saved]).toEqual([mine, stored])
    store.undo()
    expect(store.getSnapshot().text).toBe(form)
  })

  it("It is merged with a newer revision, or left for the first save to ask about", () => {
    const other = { ...stored, revision: 5, text: form.replace('"T"', '"U"') }
    const free = restored(other, { text: mine, revision: 4, ancestor: form })
    expect([free.store.getSnapshot().text, free.saved]).toEqual([mine.replace('"T"', '"U"'), other])
    const kept = { text: form.replace('"T"', '"V"'), revision: 4, ancestor: form }
    const asked = restored(other, kept)
    expect([asked.store.getSnapshot().text, asked.saved]).toEqual([kept.text, { revision: 4, text: form }])
  })

  it("It is dropped where it says what the server has", () => {
    const { store } = restored(stored, { text: JSON.stringify(JSON.parse(form)), revision: 3, ancestor: "{}" })
    expect(store.getSnapshot()).toMatchObject({ text: form, canUndo: false })
  })
})

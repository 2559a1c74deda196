import { FormworkUnreachable } from "@formwork/client/FormworkError"
import { createFormwork } from "@formwork/client/Formwork"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { DraftStore } from "../../../src/screens/author/document/DraftStore.ts"
import { layOut } from "../../../src/screens/author/document/layOut.ts"
import type { KeptDraft } from "../../../src/api/keptDrafts.ts"
import { Autosave } from "../../../src/screens/author/saving/Autosave.ts"

const form = layOut(
  JSON.stringify({
    title: "T",
    fields: [
      { slug: "a", type: "text" },
      { slug: "b", type: "money", formula: "a" }
    ]
  })
)

/** A server that has one draft, and counts what is asked of it. It sees requests as they are sent. */
const countedServer = (first: string) => {
  const server = {
    revision: 1,
    text: first,
    requests: 0,
    bodies: [] as Array<string>,
    isAway: false,
    hasConflict: false,
    loses: 0,
    millis: 20
  }
  const answer = (status: number, body: object) =>
    new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } })
  const refusal = (status: number, code: string, extra: object = {}) =>
    answer(status, { type: "urn:x", title: code, status, code, error: `${code}.`, requestId: "r", ...extra })
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    server.requests += 1
    await new Promise((resolve) => setTimeout(resolve, server.millis))
    if (server.isAway) throw new TypeError("no network")
    const body = String(init?.body)
    server.bodies.push(body)
    if (server.hasConflict || new Headers(init?.headers).get("if-match") !== `"${server.revision}"`)
      return refusal(409, "CONFLICT", { revision: server.revision })
    if (body.includes("refuse me")) return refusal(422, "INVALID_DEFINITION", { faults: [] })
    server.revision += 1
    server.text = body.slice('{"definition":'.length, -1)
    if (server.loses > 0) {
      server.loses -= 1
      throw new TypeError("the answer was lost")
    }
    return answer(200, { draftRevision: server.revision })
  }
  const save = async (text: string, revision: number): Promise<number> => {
    const client = createFormwork({
      baseUrl: "http://test",
      retries: { attempts: 1 },
      fetch: (input, init) => fetch(input, { ...init, body: `{"definition":${text}}` })
    })
    const { body } = await client.drafts.save({ formId: "f", ifMatch: `"${revision}"`, body: { definition: {} } })
    return body.draftRevision
  }
  const read = async () => {
    server.requests += 1
    if (server.isAway) throw new FormworkUnreachable("no network")
    const { revision, text } = server
    return {
      revision,
      text: layOut(JSON.stringify(JSON.parse(text))),
      savedAt: "2026-11-23T10:00:00Z",
      savedBy: "Ada",
      savedById: "ada"
    }
  }
  return Object.assign(server, { save, read })
}

const opened = (first = form) => {
  const server = countedServer(first)
  const store = new DraftStore(first)
  const kept: { draft: KeptDraft | undefined } = { draft: undefined }
  const autosave = new Autosave(store, { revision: 1, text: first }, server, {
    keep: (draft) => (kept.draft = draft),
    forget: () => (kept.draft = undefined)
  })
  const stop = autosave.start()
  const label = (text: string) => store.edit({ edit: "set", pointer: "/fields/0/label", json: JSON.stringify(text) })
  const title = (text: string) => store.edit({ edit: "set", pointer: "/title", json: JSON.stringify(text) })
  const pass = (millis: number) => vi.advanceTimersByTimeAsync(millis)
  return { server, store, kept, autosave, stop, label, title, pass }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe("saving by itself", () => {
  it("A change is saved a second and a half after the last key, as the text that was typed", async () => {
    const { autosave, kept, pass, server, store } = opened()
    store.edit({ edit: "set", pointer: "/fields/1/min", json: "1.50" })
    expect(autosave.getSnapshot()).toEqual({ is: "changed" })
    expect(kept.draft).toEqual({ text: store.getSnapshot().text, revision: 1, ancestor: form })
    await pass(1_400)
    store.edit({ edit: "set", pointer: "/fields/1/min", json: "1.500" })
    await pass(1_400)
    expect(server.requests).toBe(0)
    await pass(110)
    expect(autosave.getSnapshot()).toEqual({ is: "saving" })
    await pass(50)
    expect(autosave.getSnapshot()).toEqual({ is: "saved", revision: 2 })
    expect(server.bodies).toEqual([`{"definition":${store.getSnapshot().text}}`])
    expect(server.bodies[0]).toContain("1.500")
    expect(kept.draft).toBeUndefined()
  })

  it("A minute of writing rules is at most 15 requests, and nothing of it is lost", async () => {
    for (const millis of [90, 400, 1_600, 2_400]) {
      const { pass, server, store } = opened()
      const end = Date.now() + 60_000
      for (let key = 0; Date.now() < end; key += 1) {
        const formula = `a + ${key}`
        store.edit({ edit: "set", pointer: "/fields/1/formula", json: JSON.stringify(formula) }, { typing: true })
        await pass(millis)
      }
      expect(server.requests, `a key each ${millis} ms`).toBeLessThanOrEqual(15)
      expect(server.requests).toBeGreaterThan(5)
      await pass(10_000)
      expect(server.text).toBe(store.getSnapshot().text)
    }
  })

  it("A change that is made while another is saved is saved after it", async () => {
    const { autosave, label, pass, server, store } = opened()
    server.millis = 1_000
    label("one")
    await pass(2_000)
    label("two")
    expect(autosave.getSnapshot()).toEqual({ is: "saving" })
    await pass(20_000)
    expect(server.text).toBe(store.getSnapshot().text)
    expect([server.revision, autosave.getSnapshot()]).toEqual([3, { is: "saved", revision: 3 }])
  })

  it("A change that is undone before it was saved is not sent", async () => {
    const { autosave, kept, label, pass, server, store } = opened()
    label("one")
    store.undo()
    await pass(20_000)
    expect([server.requests, autosave.getSnapshot(), kept.draft]).toEqual([0, { is: "saved", revision: 1 }, undefined])
  })

  it("A conflict with something else than another revision is said, and not met again by itself", async () => {
    const { autosave, kept, label, pass, server, store } = opened()
    server.hasConflict = true
    label("one")
    await pass(60_000)
    expect([server.requests, autosave.getSnapshot().is, autosave.getMerged()]).toEqual([2, "refused", undefined])
    expect(kept.draft?.text).toBe(store.getSnapshot().text)
  })

  it("Saving now waits for no pause", async () => {
    const { autosave, label, pass, server } = opened()
    label("one")
    autosave.saveNow()
    await pass(50)
    expect([server.revision, autosave.getSnapshot().is]).toEqual([2, "saved"])
    autosave.saveNow()
    await pass(10_000)
    expect(server.requests).toBe(1)
  })
})

describe("not saved", () => {
  it("A text that is not JSON is kept here and sent once it is mended", async () => {
    const { autosave, kept, pass, server, store } = opened()
    store.dispatch({ changes: { from: 0, to: 1 } })
    await pass(60_000)
    expect([server.requests, autosave.getSnapshot(), kept.draft?.text]).toEqual([0, { is: "broken" }, form.slice(1)])
    store.dispatch({ changes: { from: 0, insert: "{ " } })
    await pass(10_000)
    expect([server.revision, autosave.getSnapshot().is]).toEqual([2, "saved"])
  })

  it("A server that is away is tried again until it answers, with the newest text", async () => {
    const { autosave, kept, label, pass, server, store } = opened()
    server.isAway = true
    label("one")
    await pass(2_000)
    expect(autosave.getSnapshot().is).toBe("away")
    label("two")
    await pass(120_000)
    expect(server.requests).toBeLessThan(8)
    expect(kept.draft?.text).toBe(store.getSnapshot().text)
    server.isAway = false
    await pass(30_100)
    expect([server.text, autosave.getSnapshot().is, kept.draft]).toEqual([store.getSnapshot().text, "saved", undefined])
  })

  it("What is stopped sends nothing more, and goes on where it was when it is started again", async () => {
    const { autosave, label, pass, server, stop, store } = opened()
    server.isAway = true
    label("one")
    autosave.saveNow()
    stop()
    await pass(120_000)
    expect(server.requests).toBe(1)
    server.isAway = false
    autosave.start()
    await pass(10_000)
    autosave.saveNow()
    await pass(10_000)
    expect(server.text).toBe(store.getSnapshot().text)
  })

  it("A refused text is sent again after the next change, and not before", async () => {
    const { autosave, pass, server, title } = opened()
    title("refuse me")
    await pass(60_000)
    expect([server.requests, autosave.getSnapshot().is]).toEqual([1, "refused"])
    title("fine")
    await pass(10_000)
    expect([server.revision, autosave.getSnapshot().is]).toEqual([2, "saved"])
  })

  it("A save whose answer was lost is recognised by its text and is not a conflict", async () => {
    const { autosave, label, pass, server } = opened()
    server.loses = 1
    label("one")
    await pass(20_000)
    expect([server.revision, autosave.getSnapshot(), autosave.getMerged()]).toEqual([
      2,
      { is: "saved", revision: 2 },
      undefined
    ])
  })
})

describe("two people", () => {
  const others = (server: ReturnType<typeof countedServer>, before: string, after: string) => {
    server.text = server.text.replace(before, after)
    server.revision += 1
  }

  it("Changes at different places are merged by themselves, as one change that undo takes back", async () => {
    const { autosave, label, pass, server, store } = opened()
    others(server, '"T"', '"Theirs"')
    label("mine")
    const mine = store.getSnapshot().text
    await pass(10_000)
    expect(JSON.parse(server.text)).toMatchObject({ title: "Theirs", fields: [{ label: "mine" }, {}] })
    expect(autosave.getSnapshot()).toEqual({ is: "saved", revision: 3 })
    expect(autosave.getMerged()).toMatchObject({ revision: 2, savedBy: "Ada" })
    autosave.dismissMerged()
    expect(autosave.getMerged()).toBeUndefined()
    store.undo()
    expect(store.getSnapshot().text).toBe(mine)
  })

  it("A flush saves what a merge made of it, too, and says whether the server has all", async () => {
    const { autosave, label, pass, server, title } = opened()
    others(server, '"T"', '"Theirs"')
    label("mine")
    const flushed = autosave.flush()
    await pass(200)
    expect([await flushed, JSON.parse(server.text).title, autosave.getSnapshot().is]).toEqual([true, "Theirs", "saved"])
    title("refuse me")
    const refused = autosave.flush()
    await pass(200)
    expect(await refused).toBe(false)
  })

  it("Changes at the same place wait for a choice, and nothing is sent meanwhile", async () => {
    const { autosave, label, pass, server, store, title } = opened()
    others(server, '"T"', '"Theirs"')
    title("Mine")
    await pass(10_000)
    const state = autosave.getSnapshot()
    expect(state.is === "collided" ? state.collision : state).toMatchObject({ ancestor: form, theirs: { revision: 2 } })
    label("more")
    const { requests } = server
    await pass(60_000)
    expect(server.requests).toBe(requests)
    expect(autosave.resolve(new Map([["/title", "theirs"]]))).toBe(true)
    await pass(10_000)
    expect(JSON.parse(server.text)).toMatchObject({ title: "Theirs", fields: [{ label: "more" }, {}] })
    expect(server.text).toBe(store.getSnapshot().text)
    expect(autosave.getSnapshot()).toEqual({ is: "saved", revision: 3 })
  })
})

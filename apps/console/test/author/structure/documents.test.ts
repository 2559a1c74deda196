/** Which documents an e-mail is offered, what ticking one writes, and what an e-mail waits for. */
import { describe, expect, it } from "vitest"
import { attaching, documentsOf } from "../../../src/screens/author/structure/inspector/effect/documentsOf.ts"
import { memberOf, nodeAt } from "../../../src/screens/author/document/nodes.ts"
import { waitingFor } from "../../../src/screens/effects/waitingFor.ts"
import { treeOf } from "../document/support.ts"

const formOf = (attach: unknown, on?: string) =>
  treeOf(
    JSON.stringify({
      effects: [
        {
          id: "mail",
          kind: "notification",
          ...(on === undefined ? {} : { on }),
          ...(attach === undefined ? {} : { attach })
        },
        { id: "offer", kind: "document" },
        { id: "terms", kind: "document", on: "filed" },
        { id: "letter", kind: "document", on: "draft_saved" },
        { id: "hook", kind: "delivery" },
        { kind: "document" }
      ]
    })
  )

const offered = (attach: unknown, on?: string) =>
  documentsOf(formOf(attach, on), "/effects/0").map(
    ({ id, isAttached, isRight }) => `${isAttached ? "+" : "-"}${id}${isRight ? "" : "?"}`
  )

describe("the documents of an e-mail", () => {
  it("that are offered are those of its event; others that it names can only be taken out", () => {
    expect(offered(undefined)).toEqual(["-offer", "-terms"])
    expect(offered(["terms"])).toEqual(["-offer", "+terms"])
    expect(offered(undefined, "draft_saved")).toEqual(["-letter"])
    expect(offered(["hook", "letter", "offer", "gone", "gone"])).toEqual([
      "+offer",
      "-terms",
      "+hook?",
      "+letter?",
      "+gone?"
    ])
    expect(offered("offer")).toEqual(["-offer", "-terms"])
    expect(offered(undefined, "state:approved")).toEqual([])
  })

  it("are followed by the fields of the form that have a file, in braces", () => {
    const tree = treeOf(
      JSON.stringify({
        fields: [
          { slug: "note", type: "text" },
          { slug: "home.deed", type: "file" },
          { slug: "photos", type: "list", fields: [{ slug: "photo", type: "file" }] }
        ],
        effects: [
          { id: "mail", kind: "notification", attach: ["{note}", "{home.deed}"] },
          { id: "offer", kind: "document" }
        ]
      })
    )
    expect(documentsOf(tree, "/effects/0")).toEqual([
      { id: "offer", isAttached: false, isRight: true },
      { id: "{home.deed}", isAttached: true, isRight: true },
      { id: "{note}", isAttached: true, isRight: false }
    ])
  })

  it("keep their order when one is ticked, and leave nothing behind when the last is taken out", () => {
    const change = (attach: unknown, id: string, isAttached: boolean) =>
      attaching(memberOf(nodeAt(formOf(attach), "/effects/0"), "attach"), id, isAttached)
    expect(change(undefined, "offer", true)).toBe('["offer"]')
    expect(change(["terms"], "offer", true)).toBe('["terms","offer"]')
    expect(change(["terms", "offer"], "terms", false)).toBe('["offer"]')
    expect(change(["gone", 7, "gone"], "gone", false)).toBeUndefined()
  })

  it("are waited for until each is delivered, and by no e-mail that is dead or due", () => {
    const attachments = (["delivered", "dead", "pending"] as const).map((state) => ({
      id: state,
      effectId: state,
      state
    }))
    expect(waitingFor({ attachments, state: "pending", nextAttemptAt: null })).toBe("dead, pending")
    expect(waitingFor({ attachments, state: "dead", nextAttemptAt: null })).toBe("")
    expect(waitingFor({ attachments, state: "pending", nextAttemptAt: "2026-11-23T10:00:00.000Z" })).toBe("")
    expect(waitingFor({ attachments: [], state: "pending", nextAttemptAt: null })).toBe("")
  })
})

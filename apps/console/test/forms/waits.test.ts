/** Who a change may reach, what publishing waits for, and what home finds. */
import type { Form, UsageDay } from "@formwork/client/contract"
import { describe, expect, test } from "vitest"
import { callersOf } from "../../src/screens/forms/publish/callers.ts"
import { mostNote, noteOf } from "../../src/screens/forms/publish/noteOf.ts"
import { hurts, waitsFor } from "../../src/screens/forms/publish/waits.ts"
import type { Found } from "../../src/screens/forms/publish/waits.ts"
import { expiringKeys, firstSteps } from "../../src/screens/home/firstSteps.ts"
import { key } from "./records.ts"

describe("callers of a form", () => {
  const called = (id: string, day: string, calls: number, kind: "api_key" | "session" = "api_key"): UsageDay => ({
    day,
    credential: { kind, id },
    name: kind === "api_key" ? `key ${id}` : null,
    by: null,
    operation: "create",
    calls
  })
  const usage = [
    called("quiet", "2026-11-01", 1),
    called("busy", "2026-11-02", 2),
    called("busy", "2026-11-05", 3),
    called("busy", "2026-11-04", 1),
    called("revoked", "2026-11-01", 9),
    called("person", "2026-11-01", 9, "session")
  ]

  test("are the keys that called it and work, those with most calls first, with their last day", () => {
    const keys = [key("quiet"), key("revoked", { revokedAt: "2026-11-02T00:00:00.000Z" }), key("silent")]
    expect(callersOf(usage, keys)).toEqual([
      { id: "busy", name: "key busy", calls: 6, lastDay: "2026-11-05" },
      { id: "quiet", name: "key quiet", calls: 1, lastDay: "2026-11-01" }
    ])
  })

  test("are all keys that called it, for those who may not see which are revoked", () => {
    expect(callersOf(usage, []).map(({ id }) => id)).toEqual(["revoked", "busy", "quiet"])
  })
})

describe("publishing", () => {
  const found: Found = {
    mayPublish: true,
    isStale: false,
    faults: 0,
    breaking: 0,
    impact: { kind: "off" },
    failed: 0,
    hasReason: false,
    isCodeTyped: false
  }
  const run = (becameInvalid: number, state: "running" | "finished" = "finished"): Found["impact"] => ({
    kind: "run",
    run: {
      id: "",
      formId: "",
      total: 9,
      done: 9,
      state,
      startedAt: "",
      finishedAt: null,
      changes: { items: [], next: null },
      summary: {
        changed: becameInvalid,
        becameInvalid,
        becameValid: 0,
        calculatedData: 0,
        outcomes: 0,
        hiddenFields: 0,
        fields: [],
        outcomeIds: []
      }
    }
  })

  test("waits for the first thing that is not known or not done", () => {
    expect(waitsFor(found)).toBeUndefined()
    expect(waitsFor({ ...found, failed: undefined })).toBe("checking")
    expect(waitsFor({ ...found, failed: 1 })).toBe("cases")
    expect(waitsFor({ ...found, failed: 1, hasReason: true })).toBeUndefined()
    expect(waitsFor({ ...found, mayPublish: false, faults: 2 })).toBe("privilege")
    expect(waitsFor({ ...found, isStale: true })).toBe("stale")
    expect(waitsFor({ ...found, faults: 1, breaking: undefined })).toBe("faults")
    expect(waitsFor({ ...found, breaking: undefined })).toBe("checking")
    expect(waitsFor({ ...found, faults: undefined })).toBe("checking")
    expect(waitsFor({ ...found, impact: { kind: "starting" } })).toBe("impact")
    expect(waitsFor({ ...found, impact: run(0, "running") })).toBe("impact")
    expect(waitsFor({ ...found, impact: { kind: "refused", error: 1, isBusy: true } })).toBe("impact")
    expect(waitsFor({ ...found, impact: { kind: "skipped" } })).toBeUndefined()
  })

  test("asks for the code where callers or submissions break, and only there", () => {
    expect(waitsFor({ ...found, breaking: 1 })).toBe("code")
    expect(waitsFor({ ...found, impact: run(1) })).toBe("code")
    expect(waitsFor({ ...found, breaking: 1, impact: run(1), isCodeTyped: true })).toBeUndefined()
    expect(hurts({ breaking: 0, impact: run(0) })).toBe(false)
  })

  test("a note has its words and that the run was skipped, and never more than a note may have", () => {
    expect(noteOf("  ", undefined)).toBe("")
    expect(noteOf("  ", "Skipped.")).toBe("Skipped.")
    expect(noteOf(" Prices ", "Skipped.")).toBe("Prices\nSkipped.")
    const long = noteOf("x".repeat(mostNote), "Skipped.")
    expect(long).toHaveLength(mostNote)
    expect(long.endsWith("\nSkipped.")).toBe(true)
  })
})

describe("home", () => {
  const form = (liveVersionNumber: number | null): Form => ({
    id: "",
    code: "A",
    title: "",
    folderId: null,
    draftRevision: 1,
    publishedRevision: 1,
    liveVersionId: null,
    liveVersionNumber,
    archivedAt: null,
    createdAt: "",
    updatedAt: ""
  })
  const foundedAt = "2026-11-01T00:00:00.000Z"
  const used = { lastUsedAt: "2026-11-03T00:00:00.000Z" }

  test("a step is done once what it makes is there, and left out where it cannot be known", () => {
    const nothing = {
      forms: undefined,
      keys: undefined,
      usage: undefined,
      effects: undefined,
      people: undefined,
      foundedAt
    }
    expect(firstSteps(nothing)).toEqual([])
    const done = (there: Partial<Parameters<typeof firstSteps>[0]>) =>
      firstSteps({ ...nothing, ...there }).map(({ isDone, step }) => [step, isDone])
    expect(done({ forms: [form(1), form(null)] })).toEqual([["publish", false]])
    expect(done({ forms: [form(2)], people: 2, effects: 1 })).toEqual([
      ["publish", true],
      ["file", true],
      ["invite", true]
    ])
    // The demo's own key was made with the organisation.
    expect(done({ keys: [key("demo", used)] })).toEqual([["key", false]])
    expect(done({ keys: [key("mine", { ...used, createdAt: "2026-11-02T00:00:00.000Z" })] })).toEqual([["key", true]])
    expect(done({ keys: [key("mine", { createdAt: "2026-11-02T00:00:00.000Z" })] })).toEqual([["key", false]])
  })

  test("keys that end within 14 days are those that work, the first to end first", () => {
    const now = Date.parse("2026-11-10T00:00:00.000Z")
    const keys = [
      key("later", { expiresAt: "2026-11-24T00:00:00.000Z" }),
      key("sooner", { expiresAt: "2026-11-11T00:00:00.000Z" }),
      key("never"),
      key("ended", { expiresAt: "2026-11-09T00:00:00.000Z" }),
      key("far", { expiresAt: "2026-11-24T00:00:00.001Z" }),
      key("replaced", { expiresAt: "2026-11-11T00:00:00.000Z", replacedBy: "later" }),
      key("revoked", { expiresAt: "2026-11-11T00:00:00.000Z", revokedAt: "2026-11-02T00:00:00.000Z" })
    ]
    expect(expiringKeys(keys, now).map(({ id }) => id)).toEqual(["sooner", "later"])
  })
})

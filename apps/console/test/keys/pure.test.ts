/** What the screens of keys compute, without a page. */
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { browserName } from "../../src/screens/settings/me/browserName.ts"
import { curlOf, issuedKey } from "../../src/screens/settings/keys/issuedKey.ts"
import { addressesIn, emptyKey, endOf, lacking, requestOf } from "../../src/screens/settings/keys/keyDraft.ts"
import { stateOf } from "../../src/screens/settings/keys/keyState.ts"
import { presetNames, presetOf, privilegesOf } from "../../src/screens/settings/keys/privileges.ts"
import { reachableForms } from "../../src/screens/settings/keys/reachable.ts"
import { scaleOf } from "../../src/parts/chart/Series.ts"
import { utcDay, utcDaysBetween } from "../../src/time/dates.ts"

test("the boxes that a preset ticks identify that preset", () => {
  for (const preset of presetNames) expect(presetOf(new Set(privilegesOf(preset)))).toBe(preset)
})

test("a request has only what was entered, and a text that is not a number is never sent", () => {
  fc.assert(
    fc.property(fc.string(), (requestsPerMinute) => {
      const draft = { ...emptyKey, name: "k", privileges: new Set(["form:read"] as const), requestsPerMinute }
      if (lacking(draft) !== undefined) return
      const request = requestOf(draft, 0)
      if (requestsPerMinute.trim() === "") expect(request.requestsPerMinute).toBeNull()
      else expect(request.requestsPerMinute).toBe(Number(requestsPerMinute))
      expect([request.forms, request.folders, request.operations, request.addresses]).toEqual([null, null, null, null])
    })
  )
  expect(lacking({ ...emptyKey, name: "k", privileges: new Set(["form:read"]), requestsPerMinute: "many" })).toBe(
    "requestsPerMinute"
  )
})

test("lines, commas and spaces separate addresses", () => {
  expect(addressesIn(" 10.0.0.0/8,\n2001:db8::/32 ; ")).toEqual(["10.0.0.0/8", "2001:db8::/32"])
})

test("a key that ends on a day works until its last second", () => {
  const end = endOf({ expiry: "date", expiryDate: "2030-12-31" }, 0)
  expect(new Date(end ?? 0).toString()).toContain("Dec 31 2030 23:59:59")
  expect(endOf({ expiry: "date", expiryDate: "" }, 0)).toBeNull()
})

test("a revoked key has ended on a clock that is behind the server's, and a rotated one when its overlap is over", () => {
  const end = { at: "2026-11-23T12:00:00Z", by: null, replacement: null }
  const before = Date.parse(end.at) - 1_000
  expect(stateOf({ end: { ...end, reason: "manual" } }, before)).toBe("ended")
  expect(stateOf({ end: { ...end, reason: "rotated" } }, before)).toBe("ending")
  expect(stateOf({ end: { ...end, reason: "rotated" } }, before + 1_000)).toBe("ended")
  expect(stateOf({ end: { ...end, reason: "expired" } }, before - 30 * 86_400_000)).toBe("active")
})

test("a folder of a key reaches the forms in the folders below it", () => {
  const folder = (id: string, parentId: string | null) => ({
    id,
    name: id,
    parentId,
    createdAt: "",
    folderCount: 0,
    formCount: 0
  })
  const form = (id: string, folderId: string | null, liveVersionId: string | null = "v") => ({
    id,
    folderId,
    liveVersionId,
    code: id,
    title: id,
    draftRevision: 1,
    liveVersionNumber: 1,
    archivedAt: null,
    createdAt: "",
    updatedAt: "",
    updatedBy: null,
    publishedRevision: 1
  })
  const forms = [form("top", null), form("deep", "c"), form("other", "d"), form("draft", "c", null)]
  const folders = [folder("c", "b"), folder("b", "a"), folder("a", null), folder("d", null)]
  const reached = (limits: { forms: Array<string> | null; folders: Array<string> | null }) =>
    reachableForms(limits, forms, folders).map(({ id }) => id)
  expect(reached({ forms: null, folders: null })).toEqual(["top", "deep", "other"])
  expect(reached({ forms: ["top"], folders: ["a"] })).toEqual(["top", "deep"])
})

test("a shell gets the payload whole, whatever is in it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const body = JSON.stringify({ data: { text } })
      const shown = /-d '([\s\S]*)'$/u.exec(curlOf({ url: "https://forms.example/x", body }))?.[1]
      expect(shown?.replaceAll(String.raw`'\''`, "'")).toBe(body)
      expect(shown?.replaceAll(String.raw`'\''`, "").includes("'")).toBe(false)
    })
  )
})

test("a token is forgotten when nothing holds it, and not while a page is mounted twice", async () => {
  const { hold, token } = issuedKey({ id: "k" } as never, "fwk_secret")
  const first = hold()
  first()
  const second = hold()
  await Promise.resolve()
  expect(token()).toBe("fwk_secret")
  second()
  await Promise.resolve()
  expect(token()).toBe("")
})

test("a chart is as high as its greatest amount, and less than three times that", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (greatest) => {
      const scale = scaleOf(greatest)
      expect(scale).toBeGreaterThanOrEqual(greatest)
      expect(scale).toBeLessThan(greatest * 3)
    })
  )
  expect(scaleOf(0)).toBe(1)
})

test("the days between two days are all of them, once", () => {
  const now = Date.parse("2026-03-30T12:00:00Z")
  const days = utcDaysBetween(utcDay(now, 91), utcDay(now))
  expect(days.length).toBe(92)
  expect(new Set(days).size).toBe(92)
  expect([days[0], days.at(-1)]).toEqual(["2025-12-29", "2026-03-30"])
})

test("browsers are named by what they say, and other programs say it themselves", () => {
  const chrome =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36"
  expect(browserName(chrome)).toBe("Chrome, Windows")
  expect(browserName(`${chrome} Edg/156.0.0.0`)).toBe("Edge, Windows")
  expect(
    browserName("Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) Version/20.0 Mobile/15E148 Safari/604.1")
  ).toBe("Safari, iOS")
  expect(browserName("curl/8.5.0")).toBe("curl/8.5.0")
})

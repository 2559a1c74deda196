/** What the screens of forms find out without a page: addresses, names, definitions, commands. */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { check } from "@formwork/rules/check"
import { searchExample } from "@formwork/rules/searchExample"
import { compileClosures } from "@formwork/rules/compileClosures"
import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { changeSentence, breakingFirst } from "../../src/screens/forms/changes/changeSentence.ts"
import { compareDefinitions, readDefinition } from "../../src/screens/forms/definition/readDefinition.ts"
import { foldersByPath, pathTo } from "../../src/screens/forms/list/folderTree.ts"
import { formsSearch, filterOf } from "../../src/screens/forms/list/formsSearch.ts"
import { codeOf, named, nextCode, startOf } from "../../src/screens/forms/new/Start.ts"
import { curlOf } from "../../src/screens/forms/one/command.ts"
import { changes as words } from "../../src/messages/en/changes.ts"
import { folder } from "./records.ts"

describe("addresses", () => {
  test("the filters of an address narrow the list, and a filter that is not valid is left out", () => {
    expect(formsSearch({ folder: 7, text: 12, live: "yes", archived: "true", other: 1 })).toEqual({
      folder: "7",
      text: "12"
    })
    expect(formsSearch({ text: "", live: false, archived: true })).toEqual({ live: false, archived: true })
    expect(filterOf({})).toEqual({ archived: false })
    fc.assert(
      fc.property(fc.object(), (search) => {
        const read = formsSearch(search)
        expect(formsSearch({ ...read })).toEqual(read)
      })
    )
  })
})

describe("folders", () => {
  test("a folder is below every folder of its path, and cannot be moved into a folder below it", () => {
    const parents = fc.array(fc.nat(), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(parents, fc.nat(), (numbers, chosen) => {
        const folders = numbers.map((number, index) =>
          folder(`f${index}`, index === 0 || number % 4 === 0 ? null : `f${number % index}`)
        )
        const moved = folders[chosen % folders.length]
        const offered = foldersByPath(folders, moved?.id).map(({ id }) => id)
        const below = folders.filter(({ id }) => pathTo(folders, id).some((one) => one.id === moved?.id))
        expect(new Set([...offered, ...below.map(({ id }) => id)])).toEqual(new Set(folders.map(({ id }) => id)))
        expect(offered.length + below.length).toBe(folders.length)
      })
    )
  })

  test("a folder that is out of reach ends a path, and so does a circle", () => {
    expect(pathTo([folder("a", "hidden")], "a").map(({ id }) => id)).toEqual(["a"])
    expect(pathTo([folder("a", "b"), folder("b", "a")], "a")).toHaveLength(2)
  })
})

describe("a new form", () => {
  test("the next code is valid, and differs from the one before", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z][A-Z0-9]{0,9}$/u), (code) => {
        const next = nextCode(code)
        expect(next).toMatch(/^[A-Z][A-Z0-9]{0,9}$/u)
        expect(next).not.toBe(code)
      })
    )
  })

  test("a title gives a valid code, or no code", () => {
    expect(codeOf("2nd Motor-quote, für Ämter")).toBe("NDMOTORQUO")
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (title) => {
        expect(codeOf(title)).toMatch(/^(?:[A-Z][A-Z0-9]{0,9})?$/u)
      })
    )
  })

  test("another code changes the reference pattern with it, and nothing else", () => {
    const definition = { formatVersion: 1, title: "A", code: "MQ", fields: [], referencePattern: "MQ-{seq:6}" }
    expect(named(startOf(definition), "B", "MQ2")).toEqual({
      ...definition,
      title: "B",
      code: "MQ2",
      referencePattern: "{code}-{seq:6}"
    })
    expect(named(startOf(definition), "B", "MQ")).toEqual({ ...definition, title: "B" })
    const open = { ...definition, referencePattern: "MQX{seq}" }
    expect(named(startOf(open), "A", "X")["referencePattern"]).toBe("MQX{seq}")
  })

  test.each([
    "../../src/screens/forms/new/examples/contact.json",
    "../../src/screens/forms/new/examples/registration.json",
    "../../src/screens/forms/new/examples/order.json",
    "../../src/screens/forms/new/examples/expenses.json",
    "../../src/screens/forms/new/examples/leave.json",
    "../../../server/demo/motor-quote.json",
    "../../../server/demo/intake-score.json",
    "../../../server/demo/roof.json"
  ])("the example %s has no faults, and values that it accepts", (file) => {
    const text = readFileSync(new URL(file, import.meta.url), "utf8")
    expect(readDefinition(text)).toMatchObject({ kind: "read", faults: [] })
    const checked = check(JSON.parse(text))
    if (checked._tag === "Failure") throw new Error("it has faults")
    const { evaluate } = compileClosures(checked.success)
    expect(searchExample(checked.success, "2026-11-23", evaluate)).toBeDefined()
  })
})

describe("a definition that is read", () => {
  test("says why a text is not a definition", () => {
    expect(readDefinition("{").kind).toBe("unreadable")
    expect(readDefinition("[1]").kind).toBe("notObject")
    expect(readDefinition('{"a": [{"b": 1e400}]}')).toEqual({ kind: "rounded", literal: "1e400" })
  })

  test("is compared with another in sentences, those that break callers first", () => {
    const field = (members: object) => ({ title: "A", code: "A", fields: [{ slug: "a", type: "integer" }, members] })
    const before = field({ slug: "b", type: "integer", label: "B" })
    const after = field({ slug: "b", type: "integer", label: "C", required: true })
    const compared = compareDefinitions(before, after)
    if (compared.kind === "faults") throw new Error("they have faults")
    const sentences = breakingFirst(compared.changes).map((change) => changeSentence(words, change))
    expect(sentences).toEqual(["Field b: required changed.", "Field b: label changed."])
    expect(compareDefinitions(before, { ...after, fields: [] }).kind).toBe("faults")
  })
})

describe("a command", () => {
  test("gives a shell the payload as it is", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string(),
          fc.string().map((text) => text.replaceAll("\0", ""))
        ),
        (data) => {
          const command = curlOf("http://127.0.0.1:1", "id", "evaluate", data).replace(
            /^curl -sS [^\n]+\n[^\n]+\n {2}-d /u,
            "printf %s "
          )
          expect(JSON.parse(execFileSync("sh", ["-c", command], { encoding: "utf8" }))).toEqual({ data })
        }
      ),
      { numRuns: 20 }
    )
  })
})

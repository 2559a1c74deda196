/** No value of a payload changes the structure of what the author wrote. */
import * as fc from "fast-check"
import { type DefaultTreeAdapterTypes, parse } from "parse5"
import { describe, expect, it } from "vitest"
import { referenceMarker } from "../../src/Content.ts"
import type { Json } from "../../src/Json.ts"
import { hostile, mail, page, render, request, submissionId } from "./effectsSupport.ts"

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document

/** Elements with the names of their attributes, without any content. */
const shapeOf = (node: Node): Json => [
  node.nodeName,
  "attrs" in node ? node.attrs.map(({ name }) => name) : [],
  "childNodes" in node ? node.childNodes.filter(({ nodeName }) => nodeName !== "#text").map(shapeOf) : []
]

const textOf = (node: Node): string =>
  node.nodeName === "#text" && "value" in node
    ? node.value
    : "childNodes" in node
      ? node.childNodes.map(textOf).join("")
      : ""

const attributeOf = (node: Node, name: string): ReadonlyArray<string> => [
  ...("attrs" in node ? node.attrs.filter((one) => one.name === name).map(({ value }) => value) : []),
  ...("childNodes" in node ? node.childNodes.flatMap((child) => attributeOf(child, name)) : [])
]

describe("a value stays text", () => {
  it("in HTML: the same elements as with a harmless value, and the value to the letter", () => {
    const harmless = parse(mail({ html: page }, { note: "x" }).html ?? "")
    fc.assert(
      fc.property(hostile, (note) => {
        const tree = parse(mail({ html: page }, { note }).html ?? "")
        expect(shapeOf(tree)).toEqual(shapeOf(harmless))
        expect(attributeOf(tree, "title")).toEqual([note])
        expect(attributeOf(tree, "class")).toEqual([note])
        expect(textOf(tree)).toContain(`[${note}]`)
        expect(textOf(tree).split(note).length).toBeGreaterThanOrEqual(7)
        const link = new URL(attributeOf(tree, "href")[0] ?? "")
        expect([link.origin, link.searchParams.get("q")]).toEqual(["https://example.org", note])
      }),
      { numRuns: 500 }
    )
  })

  it("in a link that is a field of its own type", () => {
    const html = '<a href="{site}" title="{site}">x</a>'
    expect(mail({ html }, { site: "https://example.org/?a=1&b='2'" }).html).toBe(
      '<a href="https://example.org/?a=1&amp;b=&#39;2&#39;" title="https://example.org/?a=1&amp;b=&#39;2&#39;">x</a>'
    )
    expect(mail({ html }, { site: "javascript:alert(1)" }).html).toBe('<a href="" title="—">x</a>')
  })

  it("in a subject, a header and a file's name: one line, and no folder", () => {
    fc.assert(
      fc.property(hostile, (note) => {
        const { subject } = mail({ subject: "For {note} {$reference}" }, { note })
        expect(subject).toMatch(/^For [^\p{Cc}\u2028\u2029]*$/u)
        expect(subject.endsWith(` ${referenceMarker(submissionId)}`)).toBe(true)
        const [header] = request({ headers: { "x-note": "a {note}" } }, { note }).headers
        expect(header?.value).toEqual({ text: expect.stringMatching(/^a[ -~]*$/) })
        const file = render({ kind: "document", title: "{note}", fileName: "{note}.pdf", blocks: [] }, { note })
        expect(file).toMatchObject({
          title: expect.stringMatching(/^[^\p{Cc}]*$/u),
          fileName: expect.stringMatching(/^[^.\p{Cc}/\\:*?"<>|][^\p{Cc}/\\:*?"<>|]*$/u)
        })
      }),
      { numRuns: 300 }
    )
  })

  it("in an address: the same origin, the same number of segments, the same parameters", () => {
    const url = "https://api.example.org:8443/a/{note}/.{note}/{note}{note}/b?x={note}&y=1&z=a{note}"
    fc.assert(
      fc.property(hostile, (note) => {
        const sent = new URL(request({ url }, { note }).url)
        expect([sent.origin, sent.username, sent.hash]).toEqual(["https://api.example.org:8443", "", ""])
        expect(sent.pathname.split("/").length).toBe(6)
        expect([...sent.searchParams]).toEqual([
          ["x", note],
          ["y", "1"],
          ["z", `a${note}`]
        ])
        if (!/^\.{1,2}$/.test(note)) expect(decodeURIComponent(sent.pathname.split("/")[2] ?? "")).toBe(note)
      }),
      { numRuns: 500 }
    )
    expect(request({ url: "https://x.example/{note}/c" }, { note: ".." }).url).toBe("https://x.example/%252E%252E/c")
  })

  it("in a body: the same members, whatever the values", () => {
    const body = { a: { $: "note" }, b: [{ $text: "x {note}" }], rows: { $rows: "drivers", as: { n: { $: "name" } } } }
    fc.assert(
      fc.property(hostile, fc.array(hostile, { maxLength: 4 }), (note, names) => {
        const drivers = names.map((name) => ({ name: name.slice(0, 20).replace(/\p{Cs}/gu, "") }))
        const sent = request({ body }, { note, drivers }).body
        expect(JSON.parse(JSON.stringify(sent))).toEqual({
          a: note,
          b: [`x ${note}`],
          rows: drivers.map(({ name }) => ({ n: name }))
        })
      })
    )
  })

  it("as an address to write to: only what a field of type `email` holds", () => {
    const effect = { to: ["{mail}", "desk@example.org"], cc: "{mail}", replyTo: "{mail}" }
    fc.assert(
      fc.property(fc.oneof(hostile, fc.emailAddress()), (typed) => {
        const { cc, replyTo, to } = mail(effect, { mail: typed })
        for (const address of [...to, ...(cc ?? []), replyTo ?? "a@example.org"])
          expect(address).toMatch(/^[^\s,;:<>"()@]+@[^\s,;:<>"()@]+$/)
      })
    )
    expect(mail(effect, { mail: "a@b.example\r\nbcc: c@d.example" }).to).toEqual(["desk@example.org"])
    expect(mail({ to: ["{mail}", "{mail}"] }, { mail: "a@b.example" }).to).toEqual(["a@b.example"])
  })
})

/** docs/effects-authoring.md is true: its examples are checked against their schemas, published and rendered. */
import { readFileSync } from "node:fs"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaRepresentation from "effect/SchemaRepresentation"
import { describe, expect, it } from "vitest"
import { check } from "../../src/check.ts"
import { compile } from "../../src/compile.ts"
import { effectKinds, type EffectKind } from "../../src/Definition.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { effectSchema } from "../../src/describe/effectSchema.ts"
import { compiled, faultsOf } from "../support.ts"

const read = (path: string): string => readFileSync(new URL(`../../../../docs/${path}`, import.meta.url), "utf8")

const page = read("effects-authoring.md")
const blocksIn = (text: string): ReadonlyArray<JsonObject> =>
  [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = ""]) => JSON.parse(json))
const section = (title: string): string => page.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? ""

const [form = {}, data = {}] = blocksIn(section("Templates"))
const exampleOf = (kind: string): JsonObject => blocksIn(section(kind))[0] ?? {}

const submissionId = "01936b2e-7c00-7000-8000-00000000002a"
const context = {
  today: "2026-11-21",
  submissionId,
  formId: "01936b2e-7c00-7000-8000-000000000001",
  formVersionId: "01936b2e-7c00-7000-8000-000000000002",
  formTitle: "Roof enquiry",
  state: "submitted",
  on: "filed",
  timestamp: "2026-11-21T09:30:00.000Z",
  createdAt: "2026-11-21T09:30:00.000Z"
}

/** What the first effect sends. */
const rendered = (members: JsonObject): Json => {
  const definition = { ...form, ...members }
  const ready = compiled(definition)
  const evaluation = ready.evaluate(data, { today: context.today, draft: false })
  const contents = ready.render(evaluation, evaluation.effects, context)
  return JSON.parse(JSON.stringify([...contents.values()][0] ?? null))
}

const accepts = (kind: EffectKind): ((value: Json) => boolean) => {
  const { $schema: _, ...schema } = effectSchema(kind)
  const imported = SchemaRepresentation.fromJsonSchemaDocument(
    { dialect: "draft-2020-12", schema, definitions: {} },
    { patterns: "apply" }
  )
  const decode = Schema.decodeUnknownResult(Schema.toType(imported), { onExcessProperty: "error" })
  return (value) => Result.isSuccess(decode(value))
}

describe.each(effectKinds)("%s", (kind) => {
  const example = exampleOf(kind)

  it("the page's example is published and sends what the page says", () => {
    expect(faultsOf({ ...form, effects: [example] })).toBe("")
    expect(rendered({ effects: [example] })).toEqual(blocksIn(section(kind))[1])
  })

  it("the committed schema is current", () => {
    expect(JSON.parse(read(`schemas/effect-${kind}.json`))).toEqual(effectSchema(kind))
  })

  it("the schema accepts what is published, and requires and refuses the same members", () => {
    const takes = accepts(kind)
    expect(takes(example)).toBe(true)
    for (const name of Object.keys(example)) {
      const without: JsonObject = Object.fromEntries(Object.entries(example).filter(([own]) => own !== name))
      expect([name, takes(without)]).toEqual([name, faultsOf({ ...form, effects: [without] }) === ""])
    }
    const members = effectKinds.flatMap((one) => Object.keys(Object(effectSchema(one)["properties"])))
    for (const name of [...members, "unknown"]) {
      if (Object.hasOwn(example, name)) continue
      const faults = faultsOf({ ...form, effects: [{ ...example, [name]: 0 }] })
      const isMember = Object.hasOwn(Object(effectSchema(kind)["properties"]), name)
      expect([name, faults.includes("has nothing called")]).toEqual([name, !isMember])
      if (name !== "body") expect([name, takes({ ...example, [name]: 0 })]).toEqual([name, false])
    }
  })
})

it("an e-mail carries the documents that the page says", () => {
  const [, , authored = {}, sent] = blocksIn(section("notification"))
  const definition = { ...form, ...authored }
  expect(faultsOf(definition)).toBe("")
  expect(rendered(authored)).toEqual(sent)
})

it("an e-mail and a document are in the language that the page says", () => {
  const [definition = {}, values = {}, sent] = blocksIn(section("Languages"))
  const own = compiled(definition)
  const evaluation = own.evaluate(values, { today: context.today, draft: false })
  const contents = [...own.languagesOf(evaluation, evaluation.effects, context)].map(([id, language]) =>
    compile(Result.getOrThrow(check(definition, {}, { accepts: [language] })))
      .render(evaluation, [id], context)
      .get(id)
  )
  expect(JSON.parse(JSON.stringify(contents))).toEqual(sent)
})

it.each(["effects-authoring.md", "rule-language.md", "spec/rules.md"])("%s names every kind", (path) => {
  expect(effectKinds.filter((kind) => !read(path).includes(`\`${kind}\``))).toEqual([])
})

/** Forms in a page: what a page loads, and that a form that runs alone answers as the whole engine does. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { createContext, runInContext } from "node:vm"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { check } from "../../src/check.ts"
import { checkLoading } from "../../src/checkLoading.ts"
import { compile } from "../../src/compile.ts"
import { toJson } from "../../src/Evaluation.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { FORMAT } from "../../src/run/portable/PortableForm.ts"
import { toPortable } from "../../src/toPortable.ts"
import { formAt, inputAt } from "../fuzz/pairs.ts"
import { checked, formOf, TODAY } from "../support.ts"

/** What a page downloads for `code`, and what the page fetches later, minified and gzipped. */
const pageWith = async (code: string, outdir = "out") => {
  const { metafile, outputFiles } = await build({
    stdin: { contents: code, resolveDir: fileURLToPath(new URL("../../src/", import.meta.url)), loader: "ts" },
    bundle: true,
    minify: true,
    platform: "browser",
    target: "es2023",
    format: "esm",
    splitting: true,
    outdir,
    entryNames: "page",
    write: outdir !== "out",
    metafile: true,
    logLevel: "silent"
  })
  const outputs = new Map(Object.entries(metafile.outputs))
  const entry = [...outputs.keys()].find((name) => name.endsWith("page.js")) ?? ""
  const first = new Set<string>()
  const follow = (name: string): void => {
    if (first.has(name)) return
    first.add(name)
    for (const { kind, path } of outputs.get(name)?.imports ?? []) if (kind === "import-statement") follow(path)
  }
  follow(entry)
  const kilobytes = (names: ReadonlyArray<string>): number =>
    (outputFiles ?? [])
      .filter(({ path }) => names.some((name) => path.endsWith(name.slice(name.lastIndexOf("/")))))
      .reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0) / 1000
  const [now, later] = [[...first], [...outputs.keys()].filter((name) => !first.has(name))]
  const inputs = (names: ReadonlyArray<string>) => names.flatMap((name) => Object.keys(outputs.get(name)?.inputs ?? {}))
  return {
    kilobytes: { now: kilobytes(now), later: kilobytes(later) },
    inputs: { now: inputs(now), later: inputs(later) },
    script: outputFiles?.find(({ path }) => path.endsWith("page.js"))?.text ?? ""
  }
}

it("a page that only runs forms loads at most 19 kB: no parser, no checks, no reader of patterns, nothing of effect", async () => {
  const { inputs, kilobytes } = await pageWith('export { runPortable } from "./run/runPortable.ts"')
  console.log(`@formwork/rules/runPortable: ${kilobytes.now.toFixed(1)} kB gzipped`)
  expect(kilobytes.now).toBeLessThan(19)
  expect(kilobytes.later).toBe(0)
  expect(inputs.now.filter((file) => /re2js|\/effect\/|\/language\/|\/check\/|\/reading\//u.test(file))).toEqual([])
})

it("a page that checks forms loads what reads patterns, half as large as the rest, what checks effects and other languages in files of their own", async () => {
  const { inputs, kilobytes } = await pageWith(`
    export { checkLoading } from "./checkLoading.ts"
    export { compile } from "./compile.ts"
    export { renderFaults } from "./renderFaults.ts"`)
  const sizes = `${kilobytes.now.toFixed(0)} kB gzipped, and ${kilobytes.later.toFixed(0)} kB for all that a form may need`
  console.log(`@formwork/rules/checkLoading, compile, renderFaults: ${sizes}`)
  expect(kilobytes.now).toBeLessThan(117)
  expect(kilobytes.later).toBeGreaterThan(40)
  const apart = (file: string): boolean =>
    /re2js|\/check\/effects\/(?!EffectChecker)|\/words\/(?:wordsOf|de|es|fr|pt)\.ts/u.test(file)
  expect(inputs.now.filter(apart)).toEqual([])
  expect(inputs.later.filter(apart)).not.toEqual([])
})

const withPattern = formOf({
  fields: [
    { slug: "plate", type: "text", pattern: "[A-Z]{2}[0-9]{2} ?[A-Z]{3}" },
    { slug: "note", type: "text" },
    { slug: "old", type: "boolean", formula: 'matches(note, "\\\\pL+[0-9]{3,}")' },
    { slug: "digits", type: "text", formula: "extract(note, '([0-9]{3,})')" }
  ]
})

it("an editor in a page loads little more than the whole engine, and its colours alone next to nothing", async () => {
  const engine = await pageWith('export { check } from "./check.ts"; export { compile } from "./compile.ts"')
  const editor = await pageWith(`
    export { check } from "./check.ts"
    export { compile } from "./compile.ts"
    export { completionsAt } from "./authoring/completionsAt.ts"
    export { openForm } from "./authoring/openForm.ts"
    export { references } from "./authoring/references.ts"
    export { rename } from "./authoring/rename.ts"
    export { typeAt } from "./authoring/typeAt.ts"
    export { valueAt } from "./authoring/valueAt.ts"`)
  const colours = await pageWith('export { tokens } from "./authoring/tokens.ts"')
  const sizes = [engine, editor, colours].map(({ kilobytes }) => kilobytes.now.toFixed(1))
  console.log(`@formwork/rules: engine, with an editor's questions, tokens alone: ${sizes.join(", ")} kB gzipped`)
  expect(engine.inputs.now.filter((file) => file.includes("/authoring/"))).toEqual([])
  expect(editor.kilobytes.now - engine.kilobytes.now).toBeLessThan(12)
  expect(colours.kilobytes.now).toBeLessThan(12)
  expect(colours.inputs.now.filter((file) => /re2js|\/language\/parse|\/check\//u.test(file))).toEqual([])
})

it("what reads patterns and what is said in other languages is fetched for the first definition that needs it, and never for others", async () => {
  const folder = mkdtempSync(join(tmpdir(), "formwork-page-"))
  try {
    await pageWith('export { checkLoading } from "./checkLoading.ts"', folder)
    const [reader, words] = ["re2", "wordsOf"].map((part) =>
      String(readdirSync(folder).find((name) => name.startsWith(part)))
    )
    writeFileSync(join(folder, "package.json"), '{"type":"module"}')
    const run = `
      import { checkLoading } from "./page.js"
      const of = async (form) => (await checkLoading(form).then((it) => it._tag, (error) => "not loaded"))
      const [plain, withPattern] = ${JSON.stringify([formOf({ fields: [{ slug: "a", type: "text" }] }), withPattern])}
      for (const form of [plain, withPattern, { ...plain, languages: ["de"] }, { ...withPattern, languages: ["fr"] }])
        console.log(await of(form))`
    writeFileSync(join(folder, "run.js"), run)
    const printed = () => {
      const { stdout } = spawnSync(process.execPath, [join(folder, "run.js")], { encoding: "utf8" })
      return stdout.trim().split("\n")
    }
    expect(printed()).toEqual(["Success", "Success", "Success", "Success"])
    rmSync(join(folder, reader ?? ""))
    expect(printed()).toEqual(["Success", "not loaded", "Success", "not loaded"])
    rmSync(join(folder, words ?? ""))
    expect(printed()).toEqual(["Success", "not loaded", "not loaded", "not loaded"])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it("checkLoading gives the answer of check, for definitions with and without faults", async () => {
  const faulty = formOf({ fields: [{ slug: "a", type: "text", pattern: "(" }, { slug: "b" }] })
  const plain = (definition: Json, result: Awaited<ReturnType<typeof checkLoading>>) =>
    Result.isSuccess(result) ? toPortable(result.success) : JSON.stringify([definition, result.failure])
  for (const definition of [withPattern, faulty, null])
    expect(plain(definition, await checkLoading(definition))).toBe(plain(definition, check(definition)))
})

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 })

it("law: a form that was written and runs alone answers with the same bytes as the whole engine", () => {
  fc.assert(
    fc.property(seed, (number) => {
      const { checked: form, definition } = formAt(number, 0)
      const [whole, alone] = [compile(form), runPortable(toPortable(form, { internal: true }))]
      for (let pair = 0; pair < 5; pair += 1) {
        const { data, options } = inputAt(number, pair, definition)
        expect(toJson(alone.evaluate(data, options))).toBe(toJson(whole.evaluate(data, options)))
      }
    }),
    { numRuns: 100 }
  )
})

const demo = (name: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`../../../../apps/server/demo/${name}.json`, import.meta.url), "utf8"))

it("in a page that may not generate code, the demo's forms and one with patterns answer as in Node", async () => {
  const { script } = await pageWith(
    'import { runPortable } from "./run/runPortable.ts"; globalThis.run = (form, data, options) => JSON.stringify(runPortable(form).evaluate(JSON.parse(data), JSON.parse(options)))'
  )
  const context = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } })
  runInContext(script, context)
  const plates: ReadonlyArray<JsonObject> = [
    { plate: "AB12 CDE", note: "Zoë1234" },
    { plate: "ab12", note: "12" }
  ]
  const pairs = [
    ...["roof", "motor-quote", "intake-score"].flatMap((name) =>
      [demo(`${name}.example`), {}].map((data) => [demo(name), data] as const)
    ),
    ...plates.map((data) => [withPattern, data] as const)
  ]
  const options = { today: TODAY, draft: false }
  for (const [definition, data] of pairs) {
    const form = checked(definition)
    const args = [toPortable(form, { internal: true }), JSON.stringify(data), JSON.stringify(options)].map((arg) =>
      JSON.stringify(arg)
    )
    expect(runInContext(`run(${args.join(", ")})`, context)).toBe(toJson(compile(form).evaluate(data, options)))
  }
})

it("a written form has its title and labels, and neither effects nor rules as their author wrote them", () => {
  const written = toPortable(checked(demo("motor-quote")))
  expect(written).not.toMatch(/"effects":\[\{|"formula":"|"visibleWhen":"|"requiredWhen":"|quotes@example\.com/u)
  expect(written).toMatch(/"title":"Motor quote","timeZone":"Europe\/London"/u)
  expect(written).toContain('"label"')
})

it("a form of another format is refused in a sentence", () => {
  const other = toPortable(checked(withPattern)).replace(`"format":${FORMAT}`, '"format":0')
  expect(() => runPortable(other)).toThrow(
    `This form has format 0, and this version of @formwork/rules runs format ${FORMAT}.`
  )
})

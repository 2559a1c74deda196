/** The engine in a browser: a bundle without modules of Node, with the same answers whether or not code may be generated. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { createContext, runInContext } from "node:vm"
import { beforeAll, describe, expect, it } from "vitest"
import { functionNames } from "../../src/language/functionNames.ts"
import { type Bundle, bundle } from "./bundle.ts"
import { cases } from "./cases.ts"
import { generates, run } from "./entry.ts"

const golden = JSON.stringify(cases)
const expected = run(golden)
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`

describe("the golden set", () => {
  it("the golden set has a hundred payloads of each demo form, most of them invalid, and forms with faults", () => {
    const [quote, intake] = cases
    expect(quote?.inputs.length).toBeGreaterThanOrEqual(100)
    expect(intake?.inputs.length).toBeGreaterThanOrEqual(100)
    expect(expected.split('"valid":false').length).toBeGreaterThan(200)
    expect(expected.split('"valid":true').length).toBeGreaterThan(50)
    expect(cases.filter(({ inputs }) => inputs.length === 0).length).toBe(8)
  })

  it("small valid forms of the golden set call every function", () => {
    const written = cases.filter(({ inputs }) => inputs.length > 0).map(({ definition }) => JSON.stringify(definition))
    for (const name of functionNames)
      expect([name, written.some((one) => one.includes(`${name}(`))]).toEqual([name, true])
    for (const small of cases.filter(({ inputs }) => inputs.length > 0))
      expect(run(JSON.stringify([small]))).toMatch(/^\{/)
  })
})

describe("a bundle for the browser", () => {
  let script: Bundle
  let module: Bundle
  beforeAll(async () => {
    script = await bundle("golden", "iife")
    module = await bundle("golden", "esm")
  })

  it("the bundle imports nothing", async () => {
    const { code, imports, sizes } = await bundle("engine", "esm")
    expect([...imports, ...script.imports, ...module.imports]).toEqual([])
    expect(code).not.toMatch(/["'`]node:|\brequire\(|\bprocess\.|\bBuffer\b/)
    const { bytes, gzipped, ofRe2 } = sizes
    console.log(
      `@formwork/rules: ${kilobytes(bytes)} minified (re2js ${kilobytes(ofRe2)}), ${kilobytes(gzipped)} gzipped`
    )
  })

  for (const strings of [true, false]) {
    const allowed = strings ? "may generate code" : "may not generate code"
    it(`the bundle gives the same bytes as Node in a bare context that ${allowed}`, () => {
      const context = createContext(Object.create(null), { codeGeneration: { strings, wasm: false } })
      runInContext(script.code, context)
      expect(runInContext("formwork.generates()", context)).toBe(strings)
      expect(runInContext(`formwork.run(${JSON.stringify(golden)})`, context) === expected).toBe(true)
    })
  }

  it("the bundle gives the same bytes as Node in a process that forbids generated code", () => {
    const folder = mkdtempSync(join(tmpdir(), "formwork-browser-"))
    try {
      writeFileSync(join(folder, "bundle.mjs"), module.code)
      writeFileSync(join(folder, "golden.json"), golden)
      const main = [
        `import { generates, run } from ${JSON.stringify(pathToFileURL(join(folder, "bundle.mjs")).href)}`,
        `import { readFileSync } from "node:fs"`,
        `const golden = readFileSync(${JSON.stringify(join(folder, "golden.json"))}, "utf8")`,
        `process.stdout.write(generates() + "\\n" + run(golden))`
      ].join("\n")
      const child = spawnSync(
        process.execPath,
        ["--disallow-code-generation-from-strings", "--input-type=module", "--eval", main],
        { encoding: "utf8", maxBuffer: 1 << 28 }
      )
      expect(child.stderr).toBe("")
      expect(child.stdout === `false\n${expected}`).toBe(true)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("the run that it is compared with generates code", () => expect(generates()).toBe(true))
})

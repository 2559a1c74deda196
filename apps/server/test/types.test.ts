/** `formwork types`: its types compile, accept what the form accepts, and reject values of a wrong type. */
import { execFile } from "node:child_process"
import { readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { createFormwork } from "@formwork/client/Formwork"
import { demoOf } from "./support/demo.ts"
import { inDemo } from "./support/demoFolder.ts"
import { inFolder } from "./support/formwork.ts"
import { run, serving } from "./support/warm.ts"

const demo = (name: string) => fileURLToPath(new URL(`../demo/${name}.json`, import.meta.url))
const compiler = join(dirname(fileURLToPath(import.meta.resolve("typescript/package.json"))), "bin/tsc")

/** The compiler's messages about a module; empty where it compiles. */
const compile = (file: string): Promise<string> =>
  new Promise((resolve) => {
    const options = ["--ignoreConfig", "--noEmit", "--strict", "--exactOptionalPropertyTypes", "--types", "", file]
    execFile(process.execPath, [compiler, ...options], (_error, stdout, stderr) => resolve(stdout + stderr))
  })

const uses = (types: string, name: string, data: string): string =>
  `${types}
export const data: ${name}Data = ${data}
export const body: { readonly data: { readonly [name: string]: unknown } } = { data }
export const calculated = (result: ${name}Result): unknown => result.calculatedData
`

it.each([
  ["motor-quote", "MotorQuote"],
  ["intake-score", "IntakeScore"]
])("the types of %s compile, and accept its example", async (form, name) => {
  const { code, stderr, stdout } = await run(["types", demo(form), "--name", name])
  expect(stderr).toBe("")
  expect(code).toBe(0)
  const example = await readFile(demo(`${form}.example`), "utf8")
  await inFolder(async (folder) => {
    const file = join(folder, "quote.ts")
    await writeFile(file, uses(stdout, name, example))
    expect(await compile(file)).toBe("")
    await writeFile(file, uses(stdout, name, "{ surprise: true }"))
    expect(await compile(file)).toContain("surprise")
  })
})

it("a version on a server gets the same types as its file; --out writes a file", () =>
  inDemo((data) =>
    serving({ FORMWORK_DATA_DIR: data }, async (address, running) => {
      await running.says(/Ctrl-C/)
      const { formId: form, signIn } = demoOf(running)
      const { body } = await createFormwork({ baseUrl: address }).sessions.signIn({ body: JSON.parse(signIn) })
      const env = { FORMWORK_URL: address, FORMWORK_API_KEY: body.token ?? "none" }
      const out = join(data, "types.ts")
      const written = await run(["types", form, "--out", out], env)
      expect([written.code, written.stdout, written.stderr]).toEqual([0, `Wrote the types to ${out}.\n`, ""])
      const { stdout } = await run(["types", demo("motor-quote")])
      const withoutSource = (text: string) => text.replace(/^.*\n/u, "").trimEnd()
      expect(withoutSource(await readFile(out, "utf8"))).toBe(withoutSource(stdout))

      const missing = await run(["types", "01890000-0000-7000-8000-000000000000"], env)
      expect([missing.code, missing.stderr]).toEqual([
        1,
        expect.stringMatching(/^The server has no live form 01890000/u)
      ])
      const refused = await run(["types", form], { ...env, FORMWORK_API_KEY: "fwk_wrong" })
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("401 UNAUTHENTICATED")])
    })
  ))

it("types without FORMWORK_URL or FORMWORK_API_KEY, or for a definition with faults, says what is wrong", async () => {
  const nowhere = await run(["types", "01890000-0000-7000-8000-000000000000"])
  expect(nowhere.code).toBe(1)
  expect(nowhere.stderr).toContain("FORMWORK_URL must be")
  expect(nowhere.stderr).toContain("FORMWORK_API_KEY must be")
  await inFolder(async (folder) => {
    const file = join(folder, "form.json")
    await writeFile(file, '{"title":"Quote","code":"Q","fields":[{"slug":"a","type":"nothing"}]}')
    const faulty = await run(["types", file])
    expect(faulty.code).toBe(1)
    expect(faulty.stderr).toContain("/fields/0/type")
  })
})

it("types whose name is none in TypeScript, or whose file cannot be written, are refused with a sentence", () =>
  inFolder(async (folder) => {
    const sentence =
      "--name must begin names of TypeScript: a letter, _ or $, and then letters, digits, _ and $ alone.\n"
    for (const name of ["1 bad name", "1st", "a-b", "a b", "Ä.b", "x = 1; type Y", ""]) {
      const { code, stderr, stdout } = await run(["types", demo("motor-quote"), "--name", name])
      expect([code, stderr, stdout], name).toEqual([1, sentence, ""])
    }
    for (const name of ["Ärzte", "_a1", "$x", "interface"]) {
      const { code, stdout } = await run(["types", demo("motor-quote"), "--name", name])
      const file = join(folder, "named.ts")
      await writeFile(file, stdout)
      expect([code, await compile(file)], name).toEqual([0, ""])
    }
    const file = join(folder, "file")
    await writeFile(file, "")
    const places: ReadonlyArray<readonly [string, string]> = [
      [join(folder, "none", "x.ts"), `there is no folder ${join(folder, "none")}`],
      [join(file, "x.ts"), `${file} is no folder`],
      [folder, "it is a folder"]
    ]
    for (const [out, why] of places) {
      const { code, stderr } = await run(["types", demo("motor-quote"), "--out", out])
      expect([code, stderr]).toEqual([1, `${out} cannot be written: ${why}.\n`])
    }
  }))

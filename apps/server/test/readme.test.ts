/** What the README shows is what happens. */
import { execFile } from "node:child_process"
import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { inFolder, run } from "./support/formwork.ts"

const readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8")

const blocks = (language: string): ReadonlyArray<string> =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, text = ""]) => text)

it("the form of the first evaluate is sound, and evaluates to what the README says", () =>
  inFolder(async (folder) => {
    const [form = "", answer = ""] = blocks("json")
    await writeFile(join(folder, "roof.json"), form)
    const [, data = ""] = readme.match(/a payload `([^`]+)` as `data\.json`/) ?? []
    await writeFile(join(folder, "data.json"), data)
    expect((await run(["check", "roof.json"], {}, folder)).code).toBe(0)
    const { stdout } = await run(["evaluate", "roof.json", "data.json"], {}, folder)
    expect(JSON.parse(stdout)).toEqual(JSON.parse(answer))
  }))

it("the program that embeds the domain runs as it stands and prints what the README says", async () => {
  const [program = ""] = blocks("ts")
  // Where the packages can be found by their names.
  const file = fileURLToPath(new URL(`../readme-${process.pid}.ts`, import.meta.url))
  await writeFile(file, program)
  try {
    const output = await new Promise<string>((resolve, reject) => {
      execFile(process.execPath, [file], (error, stdout) => (error === null ? resolve(stdout) : reject(error)))
    })
    expect(readme).toContain(`prints \`${output.trim()}\``)
  } finally {
    await rm(file)
  }
})

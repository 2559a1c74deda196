/** What a command prints has to be written: where it cannot be, the command says so and fails. */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { inFolder, inherited } from "./support/formwork.ts"

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))
const form = fileURLToPath(new URL("../demo/motor-quote.json", import.meta.url))
const example = fileURLToPath(new URL("../demo/motor-quote.example.json", import.meta.url))

/** Runs a line of a shell in which `formwork` is the command. */
const shell = (line: string, folder: string): Promise<{ readonly code: number; readonly stderr: string }> =>
  new Promise((resolve) => {
    const child = execFile(
      "sh",
      ["-c", `formwork() { "${process.execPath}" "${main}" "$@"; }; ${line}`],
      { env: inherited(), cwd: folder },
      (_error, _stdout, stderr) => resolve({ code: child.exitCode ?? -1, stderr })
    )
  })

const commands = [
  `types ${form}`,
  `evaluate ${form} ${example}`,
  `evaluate ${form} many.ndjson`,
  "settings",
  `check ${form}`,
  "--help"
]

/** So many payloads that they are written in several pieces. */
const many = async (folder: string) => {
  const line = `${JSON.stringify({ data: JSON.parse(await readFile(example, "utf8")) })}\n`
  await writeFile(join(folder, "many.ndjson"), line.repeat(200))
}

it.skipIf(!existsSync("/dev/full"))(
  "output that cannot be written is one sentence and exit code 1, and a log that cannot be is nothing",
  () =>
    inFolder(async (folder) => {
      await many(folder)
      for (const command of commands) {
        const { code, stderr } = await shell(`formwork ${command} > /dev/full`, folder)
        expect([code, stderr], command).toEqual([1, "The output could not be written: no space left on device.\n"])
      }
      expect(await shell(`formwork evaluate ${form} many.ndjson 2> /dev/full > out`, folder)).toEqual({
        code: 0,
        stderr: ""
      })
    })
)

it("output of which a part had room fails as well", () =>
  inFolder(async (folder) => {
    const { code, stderr } = await shell(`trap '' XFSZ; ulimit -f 1; formwork types ${form} > out`, folder)
    expect([code, stderr]).toEqual([1, "The output could not be written: file too large.\n"])
  }))

it("a reader that has seen enough is no failure", () =>
  inFolder(async (folder) => {
    await many(folder)
    for (const command of [`evaluate ${form} many.ndjson`, `types ${form}`]) {
      const { stderr } = await shell(`{ formwork ${command}; echo "code $?" > code; } | head -c 1`, folder)
      expect(stderr, command).not.toContain("could not be written")
      expect(await readFile(join(folder, "code"), "utf8"), command).toBe("code 0\n")
    }
  }))

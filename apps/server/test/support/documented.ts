/** The code blocks of a page of documentation, and what they do when they run unchanged. */
import { execFile } from "node:child_process"
import { randomUUID } from "node:crypto"
import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = new URL("../../../../", import.meta.url)

/** @param path from the root of the repository. */
export const page = (path: string): Promise<string> => readFile(new URL(path, root), "utf8")

/** The blocks in one language, in order. */
export const blocks = (text: string, language: string): ReadonlyArray<string> =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, block = ""]) => block)

/** The files that a page tells the reader to save, by their names. */
export const files = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/[Ss]ave this as `([^`]+)`[^\n]*:\n\n```\w+\n(.*?)^```$/gmsu)].map(
      ([, name = "", block = ""]) => [name, block]
    )
  )

/** What a command prints; rejects where it fails. */
const output = (args: ReadonlyArray<string>): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: fileURLToPath(root) }, (error, stdout) =>
      error === null ? resolve(stdout.trim()) : reject(new Error(`${error.message}\n${stdout}`))
    )
  })

/** Writes a block to a file from which packages resolve by their names, for as long as `use` takes. */
const written = async <A>(block: string, ending: string, use: (file: string) => Promise<A>): Promise<A> => {
  const file = fileURLToPath(new URL(`../documented-${randomUUID()}${ending}`, import.meta.url))
  await writeFile(file, block)
  try {
    return await use(file)
  } finally {
    await rm(file)
  }
}

/** Runs a program; what it prints. */
export const program = (block: string): Promise<string> => written(block, ".ts", (file) => output([file]))

/** Runs a file of tests; what Vitest says. */
export const tests = (block: string): Promise<string> => {
  const vitest = fileURLToPath(new URL("node_modules/vitest/vitest.mjs", root))
  return written(block, ".test.ts", (file) => output([vitest, "run", "--config", "vitest.workspace.ts", file]))
}

/** Writes files into a folder from which packages resolve by their names, for as long as `use` takes. */
export const folder = async <A>(
  written: ReadonlyMap<string, string>,
  use: (folder: string) => Promise<A>
): Promise<A> => {
  const place = fileURLToPath(new URL(`../documented-${randomUUID()}`, import.meta.url))
  await mkdir(place)
  try {
    for (const [name, block] of written) await writeFile(join(place, name), block)
    return await use(place)
  } finally {
    await rm(place, { recursive: true })
  }
}

/** Runs a file of tests with Node's own runner; what it says. */
export const nodeTests = (file: string): Promise<string> => output(["--test", file])

/** Exports that no other file imports: what knip says, by the repository's own configuration (knip.ts). */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { JSONReport } from "knip"
import type { Finding, Row } from "./Finding.ts"

const knip = fileURLToPath(new URL("../../node_modules/knip/bin/knip.js", import.meta.url))

interface Unused {
  readonly file: string
  readonly line: number
  readonly name: string
}

const run = (root: string, ...more: ReadonlyArray<string>): Promise<ReadonlyArray<Unused>> =>
  new Promise((resolve, reject) => {
    const options = ["--directory", root, "--no-progress", "--include", "exports,types", "--reporter", "json", ...more]
    execFile(process.execPath, [knip, ...options], { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      // Knip exits with 1 where it finds something, and with 2 where it could not look.
      if (error !== null && error.code !== 1) return reject(new Error(`knip failed: ${stderr}`, { cause: error }))
      const { issues }: JSONReport = JSON.parse(stdout)
      resolve(
        issues.flatMap(({ file, exports = [], types = [] }) =>
          [...exports, ...types].map(({ line, name }) => ({ file, line: line ?? 1, name }))
        )
      )
    })
  })

const keyOf = ({ file, name }: Unused): string => `${file}: ${name}`

/** Modules that are meant for tests, so the row leaves their exports out. */
const isForTests = ({ file }: Unused): boolean => /\/(test|testing|contract)\//.test(file)

export const unusedRows = async (root: string): Promise<ReadonlyArray<Row>> => {
  const [unused, unusedWithoutTests] = await Promise.all([run(root), run(root, "--production")])
  const keys = new Set(unused.map(keyOf))
  const forTestsAlone = unusedWithoutTests.filter((symbol) => !keys.has(keyOf(symbol)) && !isForTests(symbol))
  const findings = unused.map(({ file, line, name }): Finding => ({
    file,
    line,
    message: `no other file imports ${name}: remove its \`export\`, or ${name} itself if nothing uses it.`
  }))
  return [
    { name: "unused exports", value: findings.length, findings },
    { name: "exports for tests alone", value: forTestsAlone.length, notes: forTestsAlone.map(keyOf).sort() }
  ]
}

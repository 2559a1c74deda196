/**
 * Runs CEL's conformance tests through the rule language and writes docs/cel-conformance.md:
 * `node tools/cel-conformance.ts`, or `--json` for one object a row and no page.
 */
import { writeFileSync } from "node:fs"
import { conformance } from "../packages/rules/test/cel/conformance.ts"
import { page } from "../packages/rules/test/cel/page.ts"
import { syntax } from "../packages/rules/test/cel/syntax.ts"

const rows = conformance()
if (process.argv.includes("--json")) for (const row of rows) console.log(JSON.stringify(row))
else {
  writeFileSync(new URL("../docs/cel-conformance.md", import.meta.url), page(rows, syntax()))
  const count = (status: string): number => rows.filter((row) => row.status === status).length
  console.log(
    `${rows.length} tests: ${count("passes")} pass as written, ${count("respelled")} in our spelling, ` +
      `${count("differs")} differ for a reason, ${count("fails")} fail. Written: docs/cel-conformance.md`
  )
}
process.exitCode = rows.some(({ status }) => status === "fails") ? 1 : 0

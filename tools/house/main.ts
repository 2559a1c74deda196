/**
 * `npm run -s house` measures the order of the code; docs/house.md says what each row means. The last line is the verdict; the
 * findings that it counts are above it, with file, line and what to do. `--json` prints one object per row. `--root` names another
 * repository.
 */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { measure } from "./measure.ts"
import { report, verdict } from "./table.ts"

const { values } = parseArgs({ options: { json: { type: "boolean", default: false }, root: { type: "string" } } })

const rows = await measure(resolve(values.root ?? resolve(import.meta.dirname, "../..")))
if (values.json) for (const row of rows) console.log(JSON.stringify(row))
else console.log(`${report(rows)}\n${verdict(rows)}`)
if (rows.some(({ findings = [] }) => findings.length > 0)) process.exitCode = 1

/** Writes the OpenAPI document of v1 to docs/openapi/v1.json, unless the change would break a client: `npm run openapi`. */
import { readFileSync, writeFileSync } from "node:fs"
import { document } from "../packages/http/src/v1/v1Document.ts"
import { breaks, type Document } from "../packages/http/test/v1/contract/breaks.ts"

const file = new URL("../docs/openapi/v1.json", import.meta.url)

const frozen: Document = JSON.parse(readFileSync(file, "utf8"))
// Through JSON, because a client gets it so.
const current: Document = JSON.parse(JSON.stringify(document))

const broken = breaks(frozen, current)
for (const fault of broken) console.error(fault)
if (broken.length > 0) {
  console.error("v1 is frozen: a change that breaks a client gets a new path (docs/decisions/0036).")
  process.exitCode = 1
} else {
  writeFileSync(file, `${JSON.stringify(current, null, 2)}\n`)
}

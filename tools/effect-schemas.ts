/** Writes docs/schemas: the settings of each kind of effect as a JSON Schema. `node tools/effect-schemas.ts` */
import { mkdirSync, writeFileSync } from "node:fs"
import { effectSchema } from "../packages/rules/src/describe/effectSchema.ts"

const folder = new URL("../docs/schemas/", import.meta.url)
mkdirSync(folder, { recursive: true })
for (const kind of ["notification", "document", "integration", "delivery"] as const) {
  writeFileSync(new URL(`effect-${kind}.json`, folder), `${JSON.stringify(effectSchema(kind), undefined, 2)}\n`)
}

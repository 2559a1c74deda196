/** Writes docs/schemas: the settings of each kind of effect as a JSON Schema. `node tools/effect-schemas.ts` */
import { mkdirSync, writeFileSync } from "node:fs"
import { effectKinds } from "../packages/rules/src/Definition.ts"
import { effectSchema } from "../packages/rules/src/describe/effectSchema.ts"

const folder = new URL("../docs/schemas/", import.meta.url)
mkdirSync(folder, { recursive: true })
for (const kind of effectKinds) {
  writeFileSync(new URL(`effect-${kind}.json`, folder), `${JSON.stringify(effectSchema(kind), undefined, 2)}\n`)
}

// The console makes its controls from them (apps/console/src/screens/author/structure/inspector/effect).
const forms = new URL("../apps/console/src/screens/author/structure/inspector/effect/schemas.json", import.meta.url)
const all = Object.fromEntries(effectKinds.map((kind) => [kind, effectSchema(kind)]))
writeFileSync(forms, `${JSON.stringify(all, undefined, 2)}\n`)

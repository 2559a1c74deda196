/** Writes the pages that are made from something else: docs/problems.md and llms.txt. `npm run pages`. */
import { writeFileSync } from "node:fs"
import { llms } from "./llms.ts"
import { problemsPage } from "./problemsPage.ts"

const root = new URL("../../", import.meta.url)

writeFileSync(new URL("docs/problems.md", root), problemsPage())
writeFileSync(new URL("llms.txt", root), llms())

/** What a build of the console is made from, as one hash: where it has not changed, nothing is built again. */
import { createHash } from "node:crypto"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The console, and the packages that its bundle has in it. */
const sources = [
  "apps/console/{index.html,package.json,vite.config.ts}",
  "apps/console/public/**/*",
  "{apps/console,packages/rules,packages/form,packages/client}/src/**/*.{ts,tsx,css,svg,json}",
  "packages/{rules,form,client}/package.json",
  "apps/console/build/*.ts",
  "apps/server/demo/*.json",
  "pnpm-lock.yaml"
]

export const stampOf = (root: string): string => {
  const hash = createHash("sha256")
  for (const file of globSync(sources, { cwd: root }).toSorted())
    hash
      .update(`${file.replaceAll("\\", "/")}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0")
  return hash.digest("hex")
}

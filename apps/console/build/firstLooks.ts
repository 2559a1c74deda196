/**
 * What a screen needs, by its address: the server names these files in the page, so that a browser asks for them with the first script and
 * not after it. An address that is missing here waits a moment longer, and nothing else.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { needed, readManifest } from "./manifest.ts"

const forms = "src/screens/forms"
const routes = "src/routes"

/** Addresses below `/console`, where `*` is one part of an address and `**` any further ones, and the module that its route loads. */
export const screens: ReadonlyArray<readonly [address: string, module: string]> = [
  ["/forms", `${forms}/list/Forms.tsx`],
  ["/forms/new", `${forms}/new/NewForm.tsx`],
  ["/forms/*", `${forms}/one/Overview.tsx`],
  ["/forms/*/edit", "src/screens/author/Workspace.tsx"],
  ["/forms/*/integrate", `${forms}/one/Integrate.tsx`],
  ["/forms/*/versions", `${forms}/versions/Versions.tsx`],
  ["/forms/*/versions/*", `${forms}/versions/VersionPage.tsx`],
  ["/forms/*/publish", `${forms}/publish/Publish.tsx`],
  ["/forms/*/report", `${routes}/reports.lazy.tsx`],
  ["/submissions", `${routes}/submissions.lazy.tsx`],
  ["/submissions/*", `${routes}/submission.lazy.tsx`],
  ["/effects/**", `${routes}/effects.lazy.tsx`],
  ["/usage", `${routes}/reports.lazy.tsx`],
  ["/tables/**", `${routes}/tables.lazy.tsx`],
  ["/api", `${routes}/reference.lazy.tsx`],
  ["/settings/keys/**", `${routes}/keys.lazy.tsx`],
  ["/settings/people/**", `${routes}/people.lazy.tsx`],
  ["/settings/roles", `${routes}/people.lazy.tsx`],
  ["/settings/secrets", `${routes}/settings.lazy.tsx`],
  ["/settings/organisation", `${routes}/settings.lazy.tsx`],
  ["/settings/audit", `${routes}/settings.lazy.tsx`],
  ["/settings/me", "src/screens/settings/me/Account.tsx"]
]

/** A regular expression, of the names and stars above alone. */
export const patternOf = (address: string): string =>
  `^${address.replace(/\/\*\*$/u, "(?:/.+)?").replaceAll("/*", "/[^/]+")}/?$`

/** Writes `.vite/first-looks.json`, which no browser gets: for each pattern of an address the files, those that a page asks for anyway left out. */
export const writeFirstLooks = (dist: string): void => {
  const manifest = readManifest(dist)
  const first = needed(manifest, "index.html")
  const looks = screens.map(([address, module]) => {
    if (manifest[module] === undefined) throw new Error(`no route loads ${module}: build/firstLooks.ts`)
    const chunks = [...needed(manifest, module)].flatMap((name) => (first.has(name) ? [] : (manifest[name] ?? [])))
    return {
      address: patternOf(address),
      scripts: chunks.map(({ file }) => `/console/${file}`),
      styles: [...new Set(chunks.flatMap(({ css = [] }) => css))].map((file) => `/console/${file}`)
    }
  })
  writeFileSync(join(dist, ".vite/first-looks.json"), JSON.stringify(looks))
}

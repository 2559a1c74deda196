/** The version that is released: every file that names it has to name the same one. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Stop } from "./sentences.ts"

interface Place {
  readonly files: string
  readonly pattern: RegExp
}

const places: ReadonlyArray<Place> = [
  { files: "{packages,apps}/*/package.json", pattern: /^ {2}"version": "(?<version>[^"]+)"/mu },
  { files: "apps/server/src/version.ts", pattern: /^export const version = "(?<version>[^"]+)"/mu },
  { files: "deploy/kubernetes/**/kustomization.yaml", pattern: /^ +newTag: (?<version>\S+)/mu },
  { files: "compose.yaml", pattern: /FORMWORK_IMAGE:-formwork:(?<version>[^}]+)\}/u }
]

const versionIn = (file: string, pattern: RegExp): string | undefined =>
  pattern.exec(readFileSync(file, "utf8"))?.groups?.["version"]

/** The version in package.json. Stops where another file has another. */
export const versionOf = (root: string): string => {
  const version = versionIn(join(root, "package.json"), /^ {2}"version": "(?<version>[^"]+)"/mu)
  if (version === undefined) throw new Stop("package.json has no version.")
  const others = places.flatMap(({ files, pattern }) =>
    globSync(files, { cwd: root, exclude: (path) => path === "node_modules" }).flatMap((file) => {
      const found = versionIn(join(root, file), pattern)
      return found === version ? [] : [`${file} says ${found ?? "nothing"}`]
    })
  )
  if (others.length > 0) throw new Stop(`package.json says ${version}, but ${others.join(", ")}.`)
  return version
}

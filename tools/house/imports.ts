/** Which file imports which, within one package; `import type` and `import()` count like any other. */
import { posix } from "node:path"
import { parseSync } from "oxc-parser"
import { lineAt, type Package, type Tree } from "./Tree.ts"

export interface Import {
  readonly from: string
  readonly to: string
  readonly line: number
}

interface Specifier {
  readonly text: string
  readonly offset: number
}

/** Every specifier of a module: of imports, of `export … from` and of `import("…")`. */
const specifiersOf = (path: string, source: string): ReadonlyArray<Specifier> => {
  const { errors, module } = parseSync(path, source)
  const [error] = errors
  if (error !== undefined) throw new Error(`${path} cannot be parsed: ${error.message}`)
  const found: Array<Specifier> = module.staticImports.map(({ moduleRequest, start }) => ({
    text: moduleRequest.value,
    offset: start
  }))
  for (const { entries, start } of module.staticExports) {
    const request = entries.find(({ moduleRequest }) => moduleRequest !== null)?.moduleRequest
    if (request) found.push({ text: request.value, offset: start })
  }
  for (const { moduleRequest, start } of module.dynamicImports) {
    const [, literal] = /^["'`](.*)["'`]$/.exec(source.slice(moduleRequest.start, moduleRequest.end)) ?? []
    if (literal !== undefined) found.push({ text: literal, offset: start })
  }
  return found
}

/** The file that `@formwork/rules/check` names, in its own package. */
const byName = (home: Package, specifier: string): string | undefined => {
  if (!specifier.startsWith(`${home.name}/`)) return undefined
  const path = `.${specifier.slice(home.name.length)}`
  for (const [pattern, target] of Object.entries(home.exports ?? {})) {
    const [before = "", after] = pattern.split("*")
    if (after === undefined ? path === pattern : path.startsWith(before) && path.endsWith(after)) {
      const star = path.slice(before.length, path.length - (after?.length ?? 0))
      return posix.join(home.folder, target.replaceAll("*", star))
    }
  }
  return undefined
}

/** The imports of a package's sources that lead to its sources. */
export const importsWithin = (tree: Tree, home: Package): ReadonlyArray<Import> => {
  const sources = new Set(home.sources)
  return home.sources.flatMap((from) => {
    const text = tree.text(from)
    return specifiersOf(from, text).flatMap((specifier) => {
      const to = specifier.text.startsWith(".")
        ? posix.join(posix.dirname(from), specifier.text)
        : byName(home, specifier.text)
      if (to === undefined || to === from || !sources.has(to)) return []
      return [{ from, to, line: lineAt(text, specifier.offset) }]
    })
  })
}

/** What the files under deploy have to agree with: the program's commands, settings and times, and its image. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { table } from "../../apps/server/src/settings/SettingsTable.ts"

export const root = fileURLToPath(new URL("../..", import.meta.url))
export const read = (path: string): string => readFileSync(join(root, path), "utf8")
export const version = /"version": "(?<version>[^"]+)"/u.exec(read("package.json"))?.groups?.["version"]

type Node = { readonly [member: string]: Value }
export type Value = null | boolean | number | string | ReadonlyArray<Value> | Node

const isNode = (value: Value | undefined): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The value at a path, undefined where there is none. */
export const at = (value: Value | undefined, ...path: ReadonlyArray<string>): Value | undefined =>
  path.reduce<Value | undefined>((inner, member) => (isNode(inner) ? inner[member] : undefined), value)
export const listAt = (value: Value | undefined, ...path: ReadonlyArray<string>): ReadonlyArray<Value> => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}
export const namesAt = (value: Value | undefined, ...path: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found = at(value, ...path)
  return isNode(found) ? Object.keys(found) : []
}

const dockerfile = read("Dockerfile")
export const imageSetting = (name: string): string | undefined =>
  new RegExp(`\\b${name}=(\\S+)`, "u").exec(dockerfile)?.[1]
export const user = Number(/^USER (\d+):/mu.exec(dockerfile)?.[1])

const settings = new Set<string>(Object.values(table).map(({ name }) => name))
/** A setting, or the file that has its value. */
export const isSetting = (name: string): boolean => settings.has(name) || settings.has(name.replace(/_FILE$/u, ""))
export const isCommand = (name: Value | undefined): boolean =>
  existsSync(join(root, `apps/server/src/commands/${String(name)}.ts`))

/** How long a worker may finish what it sends, by default. */
export const leaseSeconds = Number(table.workerLeaseSeconds.fallback)
/** How long a server answers what it has begun (`gracefulShutdown` in packages/http/src/Server.ts). */
export const answerSeconds = Number(
  /gracefulShutdown \?\? Duration\.seconds\((\d+)\)/u.exec(read("packages/http/src/Server.ts"))?.[1]
)

/** CHANGELOG.md names only what exists: operations of both OpenAPI documents, scripts, commands, and files that it links to. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { document as platform } from "@formwork/http/platform/Platform"
import { document as v1 } from "@formwork/http/v1/v1Document"
import { expect, it } from "vitest"

const root = new URL("../", import.meta.url)
const changelog = readFileSync(new URL("CHANGELOG.md", root), "utf8")

/** The texts between backticks. */
const code = [...changelog.matchAll(/`([^`\n]+)`/gu)].map(([, text = ""]) => text)

const methods = ["get", "post", "put", "patch", "delete"] as const

const operations = [v1, platform()].flatMap(({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] === undefined ? [] : [`${method.toUpperCase()} ${path}`]))
  )
)

it("every operation that the changelog names is in an OpenAPI document", () => {
  const named = code.filter((text) => /^[A-Z]+ \//u.test(text))
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((operation) => !operations.includes(operation))).toEqual([])
})

it("the changelog names each operation once, and every path of the API with its method", () => {
  const named = code.filter((text) => /^[A-Z]+ \//u.test(text))
  expect(named.filter((operation, index) => named.indexOf(operation) !== index)).toEqual([])
  expect(code.filter((text) => text.startsWith("/api/"))).toEqual([])
})

it("every script that the changelog names is in package.json", () => {
  const { scripts }: { readonly scripts: { readonly [name: string]: string } } = JSON.parse(
    readFileSync(new URL("package.json", root), "utf8")
  )
  const named = code.flatMap((text) => {
    const [, run, own] = /^(?:pnpm|npm run(?: -s| --silent)?) ([a-z][\w:-]*)|^npm (start|test)\b/u.exec(text) ?? []
    return run ?? own ?? []
  })
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})

it("every command of `formwork` that the changelog names exists", () => {
  const commands = readdirSync(new URL("apps/server/src/commands", root)).map((name) => name.replace(/\.ts$/u, ""))
  const named = code.flatMap((text) => /^formwork ([a-z]+)/u.exec(text)?.[1] ?? [])
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !commands.includes(name))).toEqual([])
})

it("every link of the changelog leads to a file that exists", () => {
  const targets = [...changelog.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/gu)].map(([, target = ""]) => target)
  expect(targets.length).toBeGreaterThan(0)
  expect(targets.filter((target) => !existsSync(new URL(target, root)))).toEqual([])
})

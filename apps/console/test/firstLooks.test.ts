/** Which files a page names for the screen of its address. */
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { patternOf, screens } from "../build/firstLooks.ts"

const routes = fileURLToPath(new URL("../src/routes", import.meta.url))

/** Without a screen that is loaded by itself, or none that a person who is signed in opens. */
const without = ["/", "$", "/signin", "/invitation", "/_parts"]

const fitting = (address: string): ReadonlyArray<string> =>
  screens.flatMap(([pattern, module]) => (new RegExp(patternOf(pattern), "u").test(address) ? [module] : []))

test("every route's address has the module that the route loads", () => {
  const found = globSync("*.{ts,tsx}", { cwd: routes }).flatMap((file) => {
    const text = readFileSync(`${routes}/${file}`, "utf8")
    const modules = [...text.matchAll(/import\("\.{1,2}\/([^"]+)"\)/gu)]
    return [...text.matchAll(/path: "([^"]+)"/gu)].map(({ 1: path = "", index }) => {
      // Of several, each stands before the address that loads it.
      const own = modules.length === 1 ? modules[0] : modules.findLast((module) => module.index < index)
      return { path, module: own?.[1] ?? "none" }
    })
  })
  const addresses = found.filter(({ path }) => !without.includes(path))
  expect(addresses.length).toBeGreaterThan(30)
  for (const { module, path } of addresses) {
    const [first = ""] = fitting(path.replaceAll(/\$\w+/gu, "01a22feb-42e8-703e-9e4d-53f69f31d83b"))
    expect(first.endsWith(`/${module}`), `${path} loads ${module}, and not ${first}`).toBe(true)
  }
})

test.each([
  ["/submissions", "src/routes/submissions.lazy.tsx"],
  ["/submissions/", "src/routes/submissions.lazy.tsx"],
  ["/submissions/x", "src/routes/submission.lazy.tsx"],
  ["/tables", "src/routes/tables.lazy.tsx"],
  ["/tables/rates/compare", "src/routes/tables.lazy.tsx"],
  ["/forms/new", "src/screens/forms/new/NewForm.tsx"],
  ["/tablesandmore", undefined],
  ["/forms/x/edit/more", undefined],
  ["/", undefined]
])("at %s that is %s", (address, module) => {
  expect(fitting(address)[0]).toBe(module)
})

/** `pnpm mutation` mutates sources and runs tests by globs: each of them names files that exist. */
import { globSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { filesOf, type Part, parts } from "../tools/mutation/parts.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Each member of each `{a,b}` by itself, so that one of them that is gone does not hide behind the others. */
const spelledOut = (glob: string): ReadonlyArray<string> => {
  const choice = /\{([^{}]*)\}/u.exec(glob)
  return choice === null
    ? [glob]
    : (choice[1] ?? "").split(",").flatMap((member) => spelledOut(glob.replace(choice[0], member)))
}

it.each(Object.entries<Part>(parts))("part %s: every source and every test is there", (_, { mutate, tests }) => {
  const globs = [...mutate, ...tests].flatMap((glob) => spelledOut(glob))
  expect(globs.filter((glob) => globSync(glob, { cwd: root }).length === 0)).toEqual([])
})

it("the sources of a part are files, or those of them whose paths end as it is asked", () => {
  expect(filesOf("limits", undefined)).toEqual([
    "packages/domain/src/callers/KeyLimits.ts",
    "packages/domain/src/callers/Network.ts",
    "packages/domain/src/keys/delegation.ts"
  ])
  expect(filesOf("limits", ["Network.ts", "src/keys/delegation.ts"])).toEqual([
    "packages/domain/src/callers/Network.ts",
    "packages/domain/src/keys/delegation.ts"
  ])
  expect(filesOf("limits", ["work.ts", "elegation.ts"])).toEqual([])
})

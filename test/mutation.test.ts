/** `pnpm mutation` mutates sources and runs tests by globs: each of them names files that exist. */
import { globSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { type Part, parts } from "../tools/mutation/parts.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

/** A glob as a file system knows it: without the mark that takes files out, and without the lines. */
const plain = (glob: string): string => glob.replace(/^!/u, "").replace(/:\d+-\d+$/u, "")

/** Each member of each `{a,b}` by itself, so that one of them that is gone does not hide behind the others. */
const spelledOut = (glob: string): ReadonlyArray<string> => {
  const choice = /\{([^{}]*)\}/u.exec(glob)
  return choice === null
    ? [glob]
    : (choice[1] ?? "").split(",").flatMap((member) => spelledOut(glob.replace(choice[0], member)))
}

it.each(Object.entries<Part>(parts))("part %s: every source and every test is there", (_, { mutate, tests }) => {
  const globs = [...mutate, ...tests].flatMap((glob) => spelledOut(plain(glob)))
  expect(globs.filter((glob) => globSync(glob, { cwd: root }).length === 0)).toEqual([])
})

/** `npm run -s house` finds each error that is planted in a small repository without errors, and says where. */
import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import type { Order } from "../tools/house/floors.ts"
import { strictRows } from "../tools/house/measure.ts"
import { read } from "../tools/house/Tree.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

// In pieces, because planted citations must not count as citations of this repository.
const page = (...path: ReadonlyArray<string>): string => `${path.join("/")}.md`
const section = (number: string): string => `§${number}`
const missing = "0009"
const schema = ["docs", "schema.json"].join("/")

type Files = Readonly<Record<string, string>>

const orders: Readonly<Record<string, Order>> = {
  "packages/ordered/src": { floors: ["low", ["middle"], "high"], root: ["Top.ts"] }
}

/** Two packages: one has an order of folders, the other has none. */
const whole: Files = {
  "package.json": `{ "name": "planted", "private": true, "type": "module" }`,
  "pnpm-workspace.yaml": "packages:\n  - packages/*\n",
  "tools/house/floors.ts": `export const orders = ${JSON.stringify(orders, null, 2)}\n`,
  [page("docs", "house")]: "# What is measured\n",
  "packages/ordered/package.json": `{ "name": "@planted/ordered", "type": "module", "exports": { "./*": "./src/*.ts" } }`,
  "packages/ordered/src/low/One.ts": "export const one = 1\n",
  "packages/ordered/src/middle/Two.ts": "export const two = 2\n",
  "packages/ordered/src/high/Three.ts": `import { one } from "../low/One.ts"\nexport const three = one + 2\n`,
  "packages/ordered/src/Top.ts":
    `import { three } from "./high/Three.ts"\nimport { two } from "./middle/Two.ts"\n` +
    "export const top = two + three\nexport const shown = 4\n",
  "packages/ordered/test/top.test.ts": `import { top } from "../src/Top.ts"\ntop.toFixed()\n`,
  "packages/free/package.json": `{ "name": "@planted/free", "type": "module", "exports": { "./Api": "./src/Api.ts" } }`,
  "packages/free/src/Api.ts": `import { b } from "./b/B.ts"\nexport const api = b\nexport type OnlyPublic = 1\n`,
  "packages/free/src/a/A.ts": "export const a = 1\n",
  "packages/free/src/b/B.ts": `import { a } from "../a/A.ts"\nexport const b = a\n`,
  [page("docs", "spec", "service")]:
    "# The service\n\n## 1. First\n\n**1.1** A statement.\n\n- **1.2** *Another.* With a name.\n",
  [page("docs", "decisions", "0001-first")]: "# 0001 First\n\nAs the first statement says.\n",
  "README.md": [
    `# Planted\n\nSee [the service](docs/spec/${page("service")}#1-first), [below](#a-program), spec/${page("service")} ${section("1")}`,
    `and ${section("1.2")}, (0001) and RFC 9110 ${section("15.5")}.\n\n## A program\n`,
    '```ts\nimport { shown } from "@planted/ordered/Top"\nshown.toFixed()\n```\n'
  ].join("\n")
}

let folder: string

const plant = async (files: Files): Promise<void> => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

const house = (...options: ReadonlyArray<string>): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(root, "tools/house/main.ts"), "--root", folder, ...options],
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, output: `${stderr}${stdout}` })
    )
  })

const lastLine = (output: string): string | undefined => output.trimEnd().split("\n").at(-1)

const verdict = (knots: number, citations: number, files: number, exports: number): string =>
  `${knots} knots, ${citations} dangling citations, ${files} loose files, ${exports} unused exports`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "formwork-house-"))
})
beforeEach(async () => {
  await rm(folder, { recursive: true })
  await mkdir(folder)
  await cp(join(root, "knip.ts"), join(folder, "knip.ts"))
  await plant(whole)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it("a repository without errors has four zeros, and the exit code 0", async () => {
  const { code, output } = await house()
  expect(lastLine(output)).toBe(verdict(0, 0, 0, 0))
  expect(code).toBe(0)
})

it("--json prints an object a row, with its name and its value", async () => {
  const { output } = await house("--json")
  const rows = output
    .trimEnd()
    .split("\n")
    .map((line): { name?: unknown; value?: unknown } => JSON.parse(line))
  expect(rows.filter(({ name, value }) => typeof name !== "string" || typeof value !== "number")).toEqual([])
  expect(rows).toContainEqual(expect.objectContaining({ name: "dangling citations", value: 0 }))
  expect(rows).toContainEqual({ name: "public modules of @planted/free", value: 1 })
})

/** The findings in the planted repository, except for unused exports, which take another program. */
const findings = (withOrders = orders): ReadonlyArray<string> =>
  strictRows(read(folder), withOrders).flatMap((row) =>
    (row.findings ?? []).map(({ file, line, message }) => `${row.name}: ${file}:${line}: ${message}`)
  )

const a = "packages/free/src/a/A.ts"
const one = "packages/ordered/src/low/One.ts"
const readme = whole["README.md"] ?? ""

interface Planted {
  readonly what: string
  readonly files: Files
  readonly verdict: string
  readonly finding: string
}

const planted: ReadonlyArray<Planted> = [
  {
    what: "a knot of folders",
    files: {
      "packages/free/src/a/More.ts": `\nexport { b } from "../b/B.ts"\n`,
      "packages/free/src/Api.ts": `export { b } from "./a/More.ts"\n`
    },
    verdict: verdict(1, 0, 0, 0),
    finding: "packages/free/src/a/More.ts:2: a, b (in packages/free/src) import each other in a circle"
  },
  {
    what: "an upward import",
    files: { [one]: `import { two } from "../middle/Two.ts"\nexport const one = two\n` },
    verdict: verdict(1, 0, 0, 0),
    finding: `${one}:1: imports middle/Two.ts, which is on a higher floor`
  },
  {
    what: "a dangling citation",
    files: { [a]: `export const a = 1 // ${page("contract")} ${section("1")}\n` },
    verdict: verdict(0, 1, 0, 0),
    finding: `${a}:1: ${page("contract")} is not in the repository`
  },
  {
    what: "a loose file",
    files: { "packages/ordered/src/Loose.ts": "" },
    verdict: verdict(0, 0, 1, 0),
    finding: "packages/ordered/src/Loose.ts:1: stands loose"
  },
  {
    what: "an export that its own file alone uses",
    files: { [one]: "export const half = 0.5\nexport const one = half + half\n" },
    verdict: verdict(0, 0, 0, 1),
    finding: `${one}:1: no other file imports half`
  },
  {
    what: "an internal export of a package that lists its modules",
    files: { [a]: "export const a = 1\nexport type Nothing = undefined\n" },
    verdict: verdict(0, 0, 0, 1),
    finding: `${a}:2: no other file imports Nothing`
  },
  {
    what: "an export that only a page of documentation used",
    files: { "README.md": readme.replaceAll("shown", "top") },
    verdict: verdict(0, 0, 0, 1),
    finding: "packages/ordered/src/Top.ts:4: no other file imports shown"
  }
]

it.each(planted)("the house measure fails for $what", async ({ files, finding, verdict: expected }) => {
  await plant(files)
  const { code, output } = await house()
  expect(output).toContain(`  ${finding}`)
  expect(lastLine(output)).toBe(expected)
  expect(code).toBe(1)
})

it("an export that only tests import counts as used, and is named", async () => {
  await plant({
    [one]: "export const one = 1\nexport const forTests = 2\n",
    "packages/ordered/test/one.test.ts": `import { forTests } from "../src/low/One.ts"\nforTests.toFixed()\n`
  })
  const { code, output } = await house()
  expect(output).toMatch(/exports for tests alone +\| +2 \|.*Top\.ts: top; .*One\.ts: forTests/u)
  expect(code).toBe(0)
})

const disorder: ReadonlyArray<readonly [what: string, files: Files, finding: string]> = [
  [
    "a knot within a folder",
    {
      "packages/free/src/b/B.ts": `import { c } from "./c/C.ts"\nexport const b = c\n`,
      "packages/free/src/b/c/C.ts": `import { d } from "../d/D.ts"\nexport const c = d\n`,
      "packages/free/src/b/c/Other.ts": "export type Other = 1\n",
      "packages/free/src/b/d/D.ts": `import type { Other } from "../c/Other.ts"\nexport const d: Other = 1\n`
    },
    "knots of folders: packages/free/src/b/c/C.ts:1: c, d (in packages/free/src/b) import each other in a circle"
  ],
  [
    "a circle of files through types only",
    {
      [a]: `import type { Type } from "./Type.ts"\nexport const a: Type = 1\n`,
      "packages/free/src/a/Type.ts": `import type { a } from "./A.ts"\nexport type Type = 1 | typeof a\n`
    },
    `circles of files: ${a}:1: a/A.ts, a/Type.ts import each other in a circle`
  ],
  [
    "an upward import by the package's own name",
    { [one]: `import { two } from "@planted/ordered/middle/Two"\nexport const one = two\n` },
    `upward imports: ${one}:1: imports middle/Two.ts`
  ],
  [
    "an upward import by import()",
    { [one]: `export const one = () => import("../middle/Two.ts")\n` },
    `upward imports: ${one}:1: imports middle/Two.ts`
  ],
  [
    "a folder without a floor",
    { "packages/ordered/src/attic/Four.ts": "" },
    "folders and floors that do not match: packages/ordered/src/attic:1: has no floor"
  ],
  [
    "a root with too many files",
    Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`packages/free/src/Loose${n}.ts`, ""])),
    "loose files: packages/free/src:1: 18 files stand at the root, 3 more than the 15"
  ]
]

it.each(disorder)("%s is found", async (_what, files, finding) => {
  await plant(files)
  expect(findings()).toEqual([expect.stringContaining(finding)])
})

it("a floor without a folder and an order without a package are found", () => {
  const table = { "packages/ordered/src": { floors: ["low", "middle", "high", "attic"], root: ["Top.ts"] } }
  expect(findings(table)).toEqual([expect.stringMatching(/floors\.ts:\d+: packages\/ordered\/src has no attic/u)])
  expect(findings({ ...orders, "packages/lost/src": { floors: [], root: [] } })).toEqual([
    expect.stringContaining("there is no packages/lost/src")
  ])
})

const dangling: ReadonlyArray<readonly [what: string, path: string, line: string, problem: string]> = [
  ["a page outside docs/spec", a, `// ${page("service")} says so`, `${page("service")} is not in the repository`],
  ["a file under docs", a, `// ${schema}`, `${schema} is not in the repository`],
  ["a section", a, `// spec/${page("service")} ${section("2")}`, `${page("service")} has no ${section("2")}`],
  ["a statement", a, `// spec/${page("service")} ${section("1.1")} and ${section("1.3")}`, `has no ${section("1.3")}`],
  [
    "a statement of its own page",
    page("docs", "spec", "service"),
    `As ${section("7")} says.`,
    `has no ${section("7")}`
  ],
  ["a section of no document", a, `// as ${section("3")} says`, `${section("3")} is of no document`],
  ["a decision by its folder", "packages/free/notes.sql", `-- decisions/${missing}`, `there is no decision ${missing}`],
  ["a decision by its number", a, `// decision ${missing}`, `there is no decision ${missing}`],
  ["a decision in brackets", a, `// for a reason (0001, ${missing})`, `there is no decision ${missing}`],
  [
    "a decision on a page of decisions",
    page("docs", "decisions", "0001-first"),
    `As ${missing} says.`,
    `there is no decision ${missing}`
  ],
  ["a link", "README.md", `[there](docs/${page("nowhere")})`, "leads to no file"],
  ["an anchor", "README.md", `[there](docs/spec/${page("service")}#2-second)`, "has no heading #2-second"],
  ["an anchor of its own page", "README.md", "[there](#another-program)", "has no heading #another-program"]
]

it.each(dangling)("a dangling citation of %s is found", async (_what, path, line, problem) => {
  const before = whole[path] ?? ""
  await plant({ [path]: `${before}${line}\n` })
  expect(findings()).toEqual([expect.stringContaining(problem)])
  expect(findings()[0]).toContain(`dangling citations: ${path}:${before.split("\n").length}: `)
})

it("a citation may span two lines; years, phone numbers, addresses and placeholders are not citations", async () => {
  await plant({
    [a]: [
      `/**\n * As spec/${page("service")}\n * ${section("1.1")} and\n * ${section("1.2")} say; RFC 9110\n * ${section("2")}, and`,
      ` * https://example.com/docs/${page("other")} in (2026); call (0)20 or 0161 496 0000, U+0085, 0.0425 and ${["docs", "of-<kind>.json"].join("/")}.\n */`,
      "export const a = 1\n"
    ].join("\n")
  })
  expect(findings()).toEqual([])
})

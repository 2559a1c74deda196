/** The packages in folders of their users: packed, and installed by npm. */
import { execFile, type ExecFileException, spawnSync } from "node:child_process"
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Documented from "../support/documented.ts"
import { parseObject } from "../support/reading.ts"

export const root = fileURLToPath(new URL("../../../../", import.meta.url))

/** What a program printed on both outputs; rejects with that where it fails. */
export const run = (
  program: string,
  args: ReadonlyArray<string>,
  cwd: string,
  env: Readonly<Record<string, string>> = {}
): Promise<string> =>
  new Promise((resolve, reject) => {
    const ended = (error: ExecFileException | null, stdout: string, stderr: string) =>
      error === null
        ? resolve(stdout.trim())
        : reject(new Error(`${basename(program)} ${args.join(" ")} in ${cwd}:\n${stdout}\n${stderr}`))
    execFile(program, args, { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 }, ended)
  })

/** A Node of that major version, by npm as `tools/run.mjs` gets its own; undefined where npm cannot have it. */
export const nodeOf = (major: number): string | undefined => {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath
  const args = ["-y", "-p", `node@${major}`, "-c", "node -p process.execPath"]
  const { status, stdout } = spawnSync("npx", args, { encoding: "utf8", cwd: tmpdir() })
  const found = stdout.trim().split("\n").at(-1) ?? ""
  return status === 0 && existsSync(found) ? found : undefined
}

/** A PATH on which `node` is this one. */
export const pathOf = (node: string): string => `${dirname(node)}${delimiter}${process.env["PATH"] ?? ""}`

export interface Place {
  readonly folder: string
  /** Folders of our packages in it. */
  readonly packages: ReadonlyArray<string>
}

/** A project with nothing but what npm installs into it. @param wanted names of packages, or tarballs. */
export const installed = async (folder: string, wanted: ReadonlyArray<string>): Promise<Place> => {
  mkdirSync(folder)
  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}\n')
  await run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error", ...wanted], folder)
  const scope = join(folder, "node_modules/@formwork")
  return { folder, packages: readdirSync(scope).map((name) => join(scope, name)) }
}

/** Every package of this repository as a tarball. */
export const packed = async () => {
  const place = mkdtempSync(join(tmpdir(), "formwork-packages-"))
  const folder = join(place, "tarballs")
  const printed = await run(process.execPath, [join(root, "tools/release/pack.ts"), "--out", folder], root)
  const tarballs = readdirSync(folder).map((name) => join(folder, name))
  const only = (...names: ReadonlyArray<string>) =>
    tarballs.filter((file) => names.some((name) => basename(file).startsWith(`formwork-${name}-`)))
  return { place, printed, tarballs, only }
}

export interface Program {
  /** `packages/rules/README.md` */
  readonly page: string
  /** The file that it is written to, without an ending. */
  readonly name: string
  readonly source: string
  /** What the page says that it prints. */
  readonly prints: string
  /** The engines of its package. */
  readonly engines: string
}

/** The programs of a page that a block of text follows: what they print. */
const programsOf = async (page: string): Promise<ReadonlyArray<Program>> => {
  const text = await Documented.page(page)
  const folder = dirname(page)
  const manifest = parseObject(readFileSync(join(root, folder, "package.json"), "utf8"))
  const { node } = Object(manifest["engines"])
  const blocks = [...text.matchAll(/^```ts\n(.*?)^```$\s+prints\s+(?:```text\n(.*?)^```$|`([^`\n]+)`)/gmsu)]
  return blocks.map(([, source = "", block, inline], index) => ({
    page,
    name: `${folder === "." ? "readme" : basename(folder)}${index}`,
    source,
    prints: (block ?? inline ?? "").trim(),
    engines: String(node)
  }))
}

/** Of the README of the repository, and of each package. */
export const programs = async (): Promise<ReadonlyArray<Program>> => {
  const pages = ["README.md", ...globSync("packages/*/README.md", { cwd: root }).toSorted()]
  return (await Promise.all(pages.map(programsOf))).flat()
}

/** The store of packages/contract/README.md with its test. */
export const storeTest = async (): Promise<Program> => {
  const page = "packages/contract/README.md"
  const [source = ""] = Documented.blocks(await Documented.page(page), "ts").filter((one) => one.startsWith("import "))
  return { page, name: "store.test", source, prints: "", engines: "" }
}

/** A user's strict compiler, which checks the libraries too. Writes scripts into `out`. */
export const compiled = async (place: Place, tsc: string, types: string, sources: ReadonlyArray<Program>) => {
  for (const { name, source } of sources) writeFileSync(join(place.folder, `${name}.ts`), source)
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    module: "NodeNext",
    target: "ES2023",
    typeRoots: [types],
    types: ["node"],
    outDir: "out"
  }
  const config = JSON.stringify({ compilerOptions, files: sources.map(({ name }) => `${name}.ts`) })
  writeFileSync(join(place.folder, "tsconfig.json"), config)
  await run(process.execPath, [tsc, "-p", "tsconfig.json"], place.folder)
}

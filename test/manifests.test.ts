/** Every package can be installed: its manifest has what npm and its readers need (docs/decisions/0200). A new package fails here until it has it. */
import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { foldersOf } from "../tools/release/packages.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

interface Manifest {
  readonly [member: string]: unknown
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {}

const ofRoot = manifestOf(".")
const peers = recordOf(
  recordOf(recordOf(parse(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")))["catalogs"])["peers"]
)
const folders = foldersOf(root)

/** What is published of `./src/check.ts`; a file that is no source is published as it is. */
const published = (target: unknown): unknown => {
  const [, name] = /^\.\/src\/(.+)\.ts$/u.exec(String(target)) ?? []
  return name === undefined ? target : { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` }
}

const mapped = (value: unknown, map: (target: unknown) => unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(recordOf(value)).map(([name, target]) => [name, map(target)]))

/** What has to be in the manifest of a package, as it has to be written there. */
const required = (folder: string, { bin, exports }: Manifest): Readonly<Record<string, unknown>> => {
  const home = String(ofRoot["homepage"])
  return {
    name: `@formwork/${basename(folder)}`,
    version: ofRoot["version"],
    homepage: `${home}/tree/main/${folder}#readme`,
    bugs: ofRoot["bugs"],
    license: ofRoot["license"],
    author: ofRoot["author"],
    repository: { ...recordOf(ofRoot["repository"]), directory: folder },
    type: "module",
    publishConfig: {
      access: "public",
      ...(bin === undefined ? {} : { bin: mapped(bin, (target) => recordOf(published(target))["default"]) }),
      exports: mapped(exports, published)
    }
  }
}

const internal = /^@formwork\//u

describe.each(folders)("%s", (folder) => {
  const manifest = manifestOf(folder)
  const dependencies = recordOf(manifest["dependencies"])
  const dev = recordOf(manifest["devDependencies"])
  const peer = recordOf(manifest["peerDependencies"])

  it("has the members that every package has, and publishConfig names what is built of each export", () => {
    expect(manifest).toMatchObject(required(folder, manifest))
    expect(
      recordOf(manifest["publishConfig"])["exports"],
      "publishConfig.exports is one entry for each of exports"
    ).toEqual(mapped(manifest["exports"], published))
    expect(manifest["private"], "a private package cannot be published: take `private` out").toBeUndefined()
    expect(String(manifest["description"]).length).toBeGreaterThan(20)
    expect(manifest["keywords"], "keywords has three words or more").toSatisfy(
      (words: unknown) => Array.isArray(words) && words.length >= 3
    )
    expect(recordOf(manifest["exports"])["./package.json"], "tools read it").toBe("./package.json")
    expect(recordOf(manifest["engines"])["node"], "engines.node is a version that a test runs").toBeOneOf([
      ">=20",
      ">=22.19",
      ">=24.7"
    ])
  })

  it("packs what is built, and neither tests, maps nor the helpers of this repository's tests", () => {
    expect(manifest["files"]).toEqual(
      expect.arrayContaining(["dist", "!dist/testing", "!dist/**/*.map", "!dist/*.tsbuildinfo"])
    )
    const files = Object.values(recordOf(manifest["files"])).map(String)
    // The console is put into the server's package when that is packed.
    for (const file of files.filter((name) => !name.includes("!") && name !== "console"))
      expect(file === "dist" || existsSync(join(root, folder, file)), `files has ${file}, which is not there`).toBe(
        true
      )
  })

  it("has a README with a line to install it", () => {
    const readme = join(root, folder, "README.md")
    expect(existsSync(readme), `${folder}/README.md is missing`).toBe(true)
    const text = readFileSync(readme, "utf8")
    expect(text).toMatch(new RegExp(`^# @formwork/${basename(folder)}\n`, "u"))
    expect(text).toMatch(
      folder.startsWith("apps/")
        ? /npx formwork serve/u
        : new RegExp(`npm install .*@formwork/${basename(folder)}`, "u")
    )
  })

  it("takes effect from its user, at one range for all packages, and has each peer for its own tests too", () => {
    if (folder.startsWith("apps/"))
      expect(dependencies["effect"], "an app brings effect, at the peers' range").toBe("catalog:peers")
    else expect(peer["effect"], "effect is a peer: two copies of it do not understand each other").toBe("catalog:peers")
    expect(peers["effect"]).toBe("~4.1.0")
    for (const [name, range] of Object.entries(peer)) {
      expect(range, `the range of ${name} stands in pnpm-workspace.yaml, in the catalog of peers`).toBe(
        internal.test(name) ? "workspace:*" : "catalog:peers"
      )
      if (!internal.test(name)) expect(peers).toHaveProperty([name])
      expect(dependencies, `${name} is a peer: take it out of dependencies`).not.toHaveProperty([name])
      expect(dev, `${name} is a peer: add it to devDependencies`).toHaveProperty([name])
    }
    for (const name of Object.keys(recordOf(manifest["peerDependenciesMeta"]))) expect(peer).toHaveProperty([name])
  })
})

it("the client has no dependency, and nothing that a test alone needs is one of any package", () => {
  expect(manifestOf("packages/client")["dependencies"]).toBeUndefined()
  expect(recordOf(manifestOf("packages/memory")["dependencies"])).not.toHaveProperty(["@formwork/contract"])
})

it("a sentence about a missing package names it with the range of the manifest", () => {
  const named = globSync("packages/*/src/**/*.ts", { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8")
    if (!text.includes("OptionalPackage.")) return []
    return [...text.matchAll(/name: "([^"]+)", range: "([^"]+)"/gu)].map(([, name = "", range]) => {
      const folder = file.split("/").slice(0, 2).join("/")
      const isOptional = recordOf(recordOf(manifestOf(folder)["peerDependenciesMeta"])[name])["optional"]
      return { name, range, isOptional }
    })
  })
  expect(named.map(({ name }) => name).toSorted()).toEqual(["@electric-sql/pglite", "nodemailer", "pdfmake", "redis"])
  for (const { isOptional, name, range } of named) expect([name, range, isOptional]).toEqual([name, peers[name], true])
})

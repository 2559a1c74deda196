/** The console's files as they were built: read whole, once, into a table by address. No path of a request reaches the file system. */
import { createHash } from "node:crypto"
import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"

export interface ConsoleFile {
  readonly type: string
  /** Of the bytes, in quotes. */
  readonly etag: string
  readonly bytes: Uint8Array
  /** The same, compressed in each coding that a browser may take. Empty for a file that is small or compressed already. */
  readonly coded: { readonly br: Uint8Array | undefined; readonly gzip: Uint8Array | undefined }
}

export interface ConsoleFiles {
  /**
   * The page, with `nonce` in the places of the nonce that each answer makes anew.
   * @param ahead the address for whose screen the page names the files; undefined for none.
   */
  readonly page: (nonce: string, ahead?: string) => string
  /** By address: `/console/assets/main.1a2b3c4d.js`. */
  readonly files: ReadonlyMap<string, ConsoleFile>
}

/** The build writes it last: without it the console in the folder is not complete. */
const stamp = "stamp"

/** Stands in the page where the nonce belongs: apps/console/vite.config.ts. */
const place = "__NONCE__"

const types: ReadonlyMap<string, string> = new Map([
  ["js", "text/javascript; charset=utf-8"],
  ["css", "text/css; charset=utf-8"],
  ["svg", "image/svg+xml"],
  ["png", "image/png"],
  ["ico", "image/x-icon"],
  ["woff2", "font/woff2"],
  ["json", "application/json"]
])

/** What the screen of an address needs beside the page's own scripts: apps/console/build/firstLooks.ts. */
interface FirstLook {
  /** A regular expression for addresses below `/console`. */
  readonly address: string
  readonly scripts: ReadonlyArray<string>
  readonly styles: ReadonlyArray<string>
}

const linksOf = ({ scripts, styles }: FirstLook): string =>
  [
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`)
  ].join("\n    ")

const readFirstLooks = (folder: string): ReadonlyArray<readonly [RegExp, string]> => {
  const file = join(folder, ".vite/first-looks.json")
  const looks: ReadonlyArray<FirstLook> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []
  return looks.map((look) => [new RegExp(look.address, "u"), linksOf(look)])
}

const optional = (file: string): Uint8Array | undefined => (existsSync(file) ? readFileSync(file) : undefined)

const read = (file: string, type: string): ConsoleFile => {
  const bytes = readFileSync(file)
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`
  return { type, etag, bytes, coded: { br: optional(`${file}.br`), gzip: optional(`${file}.gz`) } }
}

/** @returns undefined while the console in the folder is not complete. */
export const readConsole = (folder: string): ConsoleFiles | undefined => {
  if (!existsSync(join(folder, stamp))) return undefined
  const files = new Map<string, ConsoleFile>()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { name, parentPath } of entries) {
    const file = join(parentPath, name)
    const type = types.get(name.slice(name.lastIndexOf(".") + 1))
    const address = `/console${file.slice(folder.replace(/[\\/]+$/u, "").length).replaceAll("\\", "/")}`
    if (type !== undefined && !address.startsWith("/console/.")) files.set(address, read(file, type))
  }
  const looks = readFirstLooks(folder)
  const [head = "", ...rest] = readFileSync(join(folder, "index.html"), "utf8").split("</head>")
  const [before, after] = [head.split(place), ["", ...rest].join("</head>").split(place)]
  const page = (nonce: string, ahead?: string): string => {
    const links = ahead === undefined ? undefined : looks.find(([address]) => address.test(ahead))?.[1]
    return `${before.join(nonce)}${links === undefined ? "" : `  ${links}\n  `}${after.join(nonce)}`
  }
  return { page, files }
}

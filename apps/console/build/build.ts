/**
 * `pnpm console`: builds the console into apps/console/dist, where it is not built from these sources already. The server reads it from
 * there, and a release has it inside. `--force` builds in any case.
 */
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { writeFirstLooks } from "./firstLooks.ts"
import { stampOf } from "./stamp.ts"

const root = resolve(import.meta.dirname, "../../..")
const folder = join(root, "apps/console")
const dist = join(folder, "dist")
const stampFile = join(dist, "stamp")

/** Bytes under which a coding saves nothing. */
const least = 1_000

/** Compressed once here, so that the server never does it. */
const compress = (file: string): void => {
  const bytes = readFileSync(file)
  if (bytes.length < least) return
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
}

const build = async (stamp: string): Promise<void> => {
  // A server that is starting takes the folder once it has its stamp.
  rmSync(stampFile, { force: true })
  const made = join(folder, `dist.${process.pid}`)
  try {
    // React's own checks are for its developers, and twice as large. A test runner sets another.
    process.env["NODE_ENV"] = "production"
    const vite = await import("vite")
    await vite.build({
      root: folder,
      configFile: join(folder, "vite.config.ts"),
      logLevel: "warn",
      build: { outDir: made, emptyOutDir: true }
    })
    for (const file of globSync("**/*.{js,css,svg}", { cwd: made })) compress(join(made, file))
    writeFirstLooks(made)
    rmSync(dist, { recursive: true, force: true })
    writeFileSync(join(made, "stamp"), stamp)
    renameSync(made, dist)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

const stamp = stampOf(root)
const built = existsSync(stampFile) ? readFileSync(stampFile, "utf8") : undefined
if (process.argv.includes("--force") || built !== stamp) {
  try {
    await build(stamp)
  } catch (error) {
    const [first = ""] = String(error instanceof Error ? error.message : error).split("\n")
    console.error(`The console could not be built (${first}): \`pnpm console\` says more. The API does not need it.`)
    process.exitCode = 1
    if (!process.argv.includes("--quiet")) console.error(error)
  }
}

/**
 * Builds the documentation as a site, or shows it while it is written: `npm run docs`, `npm run docs -- --open`. It has dependencies of
 * its own, which no other command installs.
 */
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL(".", import.meta.url))
const isOpen = process.argv.includes("--open")
const usage = process.argv.slice(2).some((argument) => argument !== "--open")

if (usage) {
  console.error(
    "Usage: npm run docs [-- --open]\n\nBuilds the site into tools/site/dist; with --open shows it in a browser, and follows changes."
  )
  process.exit(64)
}

const run = (...args) => {
  const { status } = spawnSync("pnpm", args, { cwd: folder, stdio: "inherit", shell: process.platform === "win32" })
  if (status !== 0) process.exit(status ?? 1)
}

run("install", "--frozen-lockfile", "--prefer-offline", "--silent", "--filter", "@formwork/site")
run("exec", "vitepress", ...(isOpen ? ["dev", "--open"] : ["build"]))
if (!isOpen) console.log(`\nThe site is in ${folder}dist. To look at it: npm run docs -- --open`)

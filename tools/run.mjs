/**
 * Runs a command with the Node and the pnpm that this project needs, on a machine with any Node from 20 on,
 * and with the dependencies of the lockfile installed: `node tools/run.mjs <command> [arguments]`.
 * The first run downloads; later ones find everything in npm's and pnpm's caches.
 */
import { spawn, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

const toolchain = ["-y", "-p", "node@24.21.0", "-p", "pnpm@10.34.9"]
const root = fileURLToPath(new URL("..", import.meta.url))
const [command, ...args] = process.argv.slice(2)

const fail = (sentence) => {
  console.error(sentence)
  process.exit(1)
}
if (command === undefined) fail("Usage: node tools/run.mjs <command> [arguments]")

// The first run takes a while, so it shows what pnpm prints: on standard error, apart from the command's own output.
const isFirst = !existsSync(new URL("../node_modules/.modules.yaml", import.meta.url))
if (isFirst) console.error("The first start fetches Node 24, pnpm and the dependencies from the npm registry…")

/** npx puts its packages on the PATH of what it runs: asking for that PATH once keeps npx out of the way of signals. */
const found = spawnSync("npx", [...toolchain, "-c", "node -p process.env.PATH"], {
  cwd: root,
  encoding: "utf8",
  shell: process.platform === "win32",
  stdio: ["ignore", "pipe", "inherit"]
})
if (found.status !== 0) fail("Node 24 and pnpm could not be fetched from the npm registry (see above).")
// Node keeps there what it has compiled, TypeScript too: a later start takes half of the time. In this folder, which no other user
// may write, because Node runs what it finds.
const compiled = fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url))
const env = {
  ...process.env,
  PATH: found.stdout.trim().split("\n").at(-1),
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compiled
}
const options = { cwd: root, env, stdio: "inherit", shell: process.platform === "win32" }

// The site of the documents brings its own: tools/site/main.mjs.
const without = ["--filter", "!@formwork/site"]
const installed = spawnSync(
  "pnpm",
  ["install", ...without, "--frozen-lockfile", "--prefer-offline", "--reporter=append-only"],
  {
    ...options,
    // `npm run --silent` is about npm's own lines: pnpm would take it over, and say nothing of why it failed.
    env: { ...env, npm_config_loglevel: undefined },
    stdio: ["ignore", isFirst ? 2 : "pipe", "inherit"],
    encoding: "utf8"
  }
)
if (installed.status !== 0) fail(`${installed.stdout ?? ""}\nThe dependencies could not be installed (see above).`)

const child = spawn(command, args, options)
// Ctrl-C reaches the child from the terminal; this process only waits for it to end in its own way.
process.on("SIGINT", () => {})
process.on("SIGTERM", () => child.kill("SIGTERM"))
child.on("error", (error) => fail(`${command}: ${error.message}`))
child.on("exit", (code, signal) => process.exit(signal === null ? code : 1))

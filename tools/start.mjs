/**
 * `npm start`: the server at once and, where the console is not built from these sources, its build beside it. Run by tools/run.mjs.
 * Arguments go to `formwork serve`.
 */
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

const build = fileURLToPath(new URL("../apps/console/build/build.ts", import.meta.url))
if (process.env.CONSOLE !== "0") spawn(process.execPath, [build, "--quiet"], { stdio: ["ignore", "ignore", "inherit"] })

process.argv.splice(1, 1, fileURLToPath(new URL("../apps/server/src/main.ts", import.meta.url)), "serve")
await import("../apps/server/src/main.ts")

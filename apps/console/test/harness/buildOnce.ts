/** Before all tests: the console as its sources are now, built where it is not (apps/console/build/build.ts). */
import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"

const build = fileURLToPath(new URL("../../build/build.ts", import.meta.url))

export const setup = (): void => {
  execFileSync(process.execPath, [build], { stdio: ["ignore", "ignore", "inherit"] })
}

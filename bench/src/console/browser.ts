/** The browser of the benches. */
import { spawnSync } from "node:child_process"
import { chromium, type Browser } from "playwright-core"

// The shell is the same engine without the windows.
const names = ["chromium", "chromium-headless-shell", "chromium-browser", "google-chrome"]

/** The path that `CHROMIUM` holds, or that of the first which is there and can say its version. */
export const browserPath = (): string => {
  const given = process.env["CHROMIUM"]
  if (given !== undefined) return given
  const name = names.find((one) => spawnSync(one, ["--version"]).status === 0)
  if (name === undefined)
    throw new Error(
      `This needs a Chromium: install one that is called ${names.join(", ")}, or set CHROMIUM to its path.`
    )
  return spawnSync("which", [name], { encoding: "utf8" }).stdout.trim()
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox"] })

/** A page with the bundle, opened by the Chromium on the PATH without a driver: the answer is the document that it prints. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

// The shell is the same engine without the windows: a fifth less work for the same pages.
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]

/** The first of them that is there and can say its version; a placeholder that asks to be installed cannot. Its path is absolute. */
export const findChromium = (): { readonly path: string; readonly version: string } | undefined => {
  for (const name of names) {
    const { status, stdout } = spawnSync(name, ["--version"], { encoding: "utf8" })
    const version = /\d+(?:\.\d+){2,}/.exec(stdout ?? "")?.[0]
    if (status !== 0 || version === undefined) continue
    return { path: spawnSync("which", [name], { encoding: "utf8" }).stdout.trim(), version }
  }
  return undefined
}

const page = (policy: string): string => `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="script-src 'nonce-golden'${policy}">
<pre id="generates"></pre><pre id="answers"></pre>
<script nonce="golden" src="bundle.js"></script>
<script nonce="golden" src="golden.js"></script>
<script nonce="golden">
  document.getElementById("generates").textContent = String(formwork.generates())
  const bytes = new TextEncoder().encode(formwork.run(golden))
  let binary = ""
  for (let at = 0; at < bytes.length; at += 4096) binary += String.fromCharCode(...bytes.subarray(at, at + 4096))
  document.getElementById("answers").textContent = btoa(binary)
</script>`

export interface Page {
  /** What the page says of itself: whether code may be generated in it. */
  readonly generates: string
  readonly answers: Buffer
  /** What the browser had to say, for a page that has no answers. */
  readonly said: string
}

/** Runs the golden set in a page whose policy lets code be generated, or does not. */
export const openPage = (path: string, bundle: string, golden: string, mayGenerate: boolean): Page => {
  const folder = mkdtempSync(join(tmpdir(), "formwork-chromium-"))
  try {
    writeFileSync(join(folder, "bundle.js"), bundle)
    writeFileSync(join(folder, "golden.js"), `const golden = ${JSON.stringify(golden)}`)
    writeFileSync(join(folder, "index.html"), page(mayGenerate ? " 'unsafe-eval'" : ""))
    const { stderr, stdout } = spawnSync(
      path,
      [
        "--headless",
        "--no-sandbox", // containers have no place for one, and the page is ours
        "--disable-gpu",
        "--disable-dev-shm-usage",
        `--user-data-dir=${join(folder, "profile")}`,
        "--dump-dom",
        pathToFileURL(join(folder, "index.html")).href
      ],
      // A browser that hangs has to be ended here, because the runner waits for this call.
      { encoding: "utf8", maxBuffer: 1 << 28, timeout: 50_000, killSignal: "SIGKILL" }
    )
    const text = (id: string): string => new RegExp(`<pre id="${id}">([^<]*)</pre>`).exec(stdout)?.[1] ?? ""
    return { generates: text("generates"), answers: Buffer.from(text("answers"), "base64"), said: stderr }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The engine as a browser gets it. */
import { gzipSync } from "node:zlib"
import { fileURLToPath } from "node:url"
import { build, type Format } from "esbuild"

const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** The engine alone, as an application would import it. */
const engine = `
  export { check } from "../../src/check.ts"
  export { compile } from "../../src/compile.ts"
  export { renderFaults } from "../../src/renderFaults.ts"
  export { explainer } from "../../src/run/explain/explain.ts"`

export interface Bundle {
  readonly code: string
  /** What it still imports when it runs. */
  readonly imports: ReadonlyArray<string>
  readonly sizes: { readonly bytes: number; readonly gzipped: number; readonly ofRe2: number }
}

/** Bundles for the browser; anything of Node's fails the build. */
export const bundle = async (what: "engine" | "golden", format: Format): Promise<Bundle> => {
  const resolveDir = path(".")
  const { metafile, outputFiles } = await build({
    ...(what === "engine"
      ? { stdin: { contents: engine, resolveDir, loader: "ts" } }
      : { entryPoints: [path("./entry.ts")] }),
    bundle: true,
    minify: true,
    platform: "browser",
    target: "es2023",
    format,
    globalName: "formwork",
    write: false,
    metafile: true,
    logLevel: "silent"
  })
  const [output] = Object.values(metafile.outputs)
  const code = outputFiles[0]?.text ?? ""
  const parts = Object.entries(output?.inputs ?? {}).filter(([file]) => file.includes("re2js"))
  return {
    code,
    imports: (output?.imports ?? []).map((imported) => imported.path),
    sizes: {
      bytes: Buffer.byteLength(code),
      gzipped: gzipSync(code, { level: 9 }).length,
      ofRe2: parts.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0)
    }
  }
}

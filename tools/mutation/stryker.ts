/** Runs Stryker over one part in a sandbox, and reads its report. */
import { spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { PartName } from "./parts.ts"

/** A mutant: the original code, its place, its replacement, and whether a test noticed. */
export interface Mutant {
  readonly file: string
  /** The first line that it changes, from 1. */
  readonly line: number
  readonly mutator: string
  readonly original: string
  readonly replacement: string
  readonly status: "Killed" | "Timeout" | "Survived" | "NoCoverage" | "Ignored" | "RuntimeError" | "CompileError"
  /** Why a comment excludes it. */
  readonly reason: string | undefined
}

/** The part of Stryker's report that is used here: github.com/stryker-mutator/mutation-testing-elements, its report schema. */
interface Place {
  readonly line: number
  readonly column: number
}
interface Report {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string
        readonly mutants: ReadonlyArray<{
          readonly mutatorName: string
          readonly replacement?: string
          readonly status: Mutant["status"]
          readonly statusReason?: string
          readonly location: { readonly start: Place; readonly end: Place }
        }>
      }
    >
  >
}

/**
 * @param files the sources to mutate.
 * @param atOnce how many test runners run at once.
 */
export const run = async (
  sandbox: string,
  part: PartName,
  files: ReadonlyArray<string>,
  atOnce: number
): Promise<ReadonlyArray<Mutant>> => {
  for (const file of files) uncover(join(sandbox, file))
  const report = `mutation-${part}.json`
  const options = {
    mutate: files,
    plugins: ["@stryker-mutator/vitest-runner"],
    testRunner: "vitest",
    vitest: { configFile: "tools/mutation/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    // A table or a pattern is made once, as its module loads: without these nothing would be said about the problem table.
    ignoreStatic: false,
    // The copy is ours to write in. The instrumented sources are not type-checked, so they are not marked as unchecked either.
    inPlace: true,
    disableTypeChecks: false,
    concurrency: atOnce,
    // Far longer than the tests of a part take: on a busy machine slow tests must not look like an endless mutant.
    timeoutMS: 20_000,
    reporters: [process.stderr.isTTY ? "progress" : "progress-append-only", "json"],
    jsonReporter: { fileName: report },
    tempDirName: ".stryker-tmp",
    allowEmpty: false
  }
  const config = `stryker-${part}.json`
  writeFileSync(join(sandbox, config), JSON.stringify(options))
  const child = spawn(process.execPath, ["node_modules/@stryker-mutator/core/bin/stryker.js", "run", config], {
    cwd: sandbox,
    env: { ...process.env, MUTATION_PART: part },
    // Stryker's output is progress; standard output is for the result.
    stdio: ["ignore", 2, 2]
  })
  // A signal to this process ends Stryker and removes the sandbox: Ctrl-C reaches both processes, SIGTERM only this one.
  const stop = () => void child.kill()
  process.on("SIGINT", stop).on("SIGTERM", stop)
  const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("exit", resolve))
  process.off("SIGINT", stop).off("SIGTERM", stop)
  if (code !== 0) throw new Error(`Stryker ended with ${code} (see above).`)
  return mutantsOf(JSON.parse(readFileSync(join(sandbox, report), "utf8")))
}

/**
 * Takes each `as const` out of a source, which is the same when it runs: Stryker mutates nothing inside of a type assertion, and so
 * nothing of the problem table.
 */
const uncover = (path: string): void => writeFileSync(path, readFileSync(path, "utf8").replaceAll(/ as const\b/gu, ""))

const mutantsOf = ({ files }: Report): ReadonlyArray<Mutant> =>
  Object.entries(files).flatMap(([file, { mutants, source }]) => {
    const lines = source.split("\n")
    return mutants.map(({ location: { end, start }, mutatorName, replacement = "", status, statusReason }) => ({
      file,
      line: start.line,
      mutator: mutatorName,
      original: textBetween(lines, start, end),
      replacement,
      status,
      reason: statusReason
    }))
  })

/** Lines and columns begin at 1. */
const textBetween = (lines: ReadonlyArray<string>, start: Place, end: Place): string =>
  lines
    .slice(start.line - 1, end.line)
    .map((line, index, all) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === all.length - 1 ? end.column - 1 : undefined)
    )
    .join("\n")

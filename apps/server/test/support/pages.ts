/**
 * Runs a page of documentation as its reader would: every block of ```sh, from the top to the bottom, in one shell, in a folder
 * where the demo has been started. A page is wrong where
 *
 * - a command ends with another code than 0;
 * - a request is refused, unless the block below shows that refusal;
 * - a block that directly follows, of JSON, HTTP or text, is not what the commands print (see shown.ts for what may differ).
 *
 * `npm install` does nothing: the folder has the packages. `npm start` is the server that the test has started, with the settings that the page gives it. `npm run --silent formwork --`
 * runs the command from the sources.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { chmod, mkdir, writeFile } from "node:fs/promises"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { isShown, refusalIn, type Shown } from "./shown.ts"

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

/** Commands, and what the page says that they print. */
interface Step {
  readonly commands: string
  /** The line of the page on which the commands begin. */
  readonly line: number
  readonly shown: Shown | undefined
}

/** A file that the reader saves. */
interface Saved {
  readonly name: string
  readonly text: string
}

/** A fence, and after commands the fence of their answer, with nothing but an empty line between. */
const fence =
  /^( *)```(?:sh\n(?<commands>.*?)^\1```\n(?:\n?\1```(?<language>json|http|text)\n(?<answer>.*?)^\1```$)?|(?!sh\n)\S*\n(?<block>.*?)^\1```$)/gms

/** The last paragraph of a text, where it names a file to save. */
const saveAs = /[Ss]ave (?:this|it) as `([\w.-]+)`(?:(?!\n\n).)*\n\n$/s

const steps = (page: string): ReadonlyArray<Step | Saved> =>
  [...page.matchAll(fence)].flatMap((match): ReadonlyArray<Step | Saved> => {
    const { 1: indent = "", groups: { answer, block, commands, language } = {}, index } = match
    const dedented = (text: string) => text.replaceAll(new RegExp(`^${indent}`, "gm"), "")
    if (commands === undefined) {
      const [, name] = saveAs.exec(page.slice(0, index)) ?? []
      return name === undefined || block === undefined ? [] : [{ name, text: dedented(block) }]
    }
    const shown = language === undefined || answer === undefined ? undefined : { language, text: dedented(answer) }
    return [{ commands: dedented(commands), line: page.slice(0, index).split("\n").length + 1, shown }]
  })

interface Ended {
  readonly printed: string
  readonly errors: string
  readonly code: number | undefined
}

/** A command of the reader's. */
const program = async (file: string, text: string): Promise<void> => {
  await writeFile(file, text)
  await chmod(file, 0o755)
}

/** The commands that the pages use in a reader's place: curl, which also says each status, and npm. */
const commandsIn = async (folder: string, settings: Readonly<Record<string, string>>): Promise<string> => {
  const bin = join(folder, ".bin")
  await mkdir(bin, { recursive: true })
  const path = process.env["PATH"] ?? ""
  await program(join(bin, "curl"), `#!/bin/sh\nPATH='${path}' exec curl -w '%{stderr}status %{http_code}\\n' "$@"\n`)
  const given = Object.entries(settings).map(([name, value]) => `[ "$${name}" = '${value}' ]`)
  await program(
    join(bin, "npm"),
    `#!/bin/sh
case "$*" in
  start) ${["true", ...given].join(" && ")} ;;
  "install "*) ;;
  "run --silent formwork -- "*) shift 4; exec '${process.execPath}' '${main}' "$@" ;;
  *) echo "npm $* is no command of a page that is run" >&2; exit 64 ;;
esac
`
  )
  return `${bin}${delimiter}${path}`
}

/** One shell for a whole page. */
class Shell {
  readonly #child: ChildProcess
  readonly #folder: string
  readonly #ended: Promise<number | null>
  #printed = ""
  #errors = ""
  #heard: () => void = () => undefined

  constructor(folder: string, path: string) {
    this.#folder = folder
    // A group of its own, so that what a page leaves running in the background ends with it.
    this.#child = spawn("sh", ["-e"], {
      cwd: folder,
      detached: true,
      env: { PATH: path, HOME: folder, LC_ALL: "C.UTF-8" },
      stdio: ["pipe", "pipe", "pipe"]
    })
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.#printed += text
      this.#heard()
    })
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#errors += text
      this.#heard()
    })
    this.#ended = new Promise((resolve) => this.#child.once("exit", resolve))
  }

  /** Runs commands to their end; `code` is undefined while the shell goes on. */
  async run(script: string): Promise<Ended> {
    const end = "\u0004 end of block\n"
    this.#printed = ""
    this.#errors = ""
    const file = join(this.#folder, ".block.sh")
    await writeFile(file, script)
    const done = new Promise<undefined>((resolve) => {
      this.#heard = () => {
        if (this.#printed.endsWith(end) && this.#errors.endsWith(end)) resolve(undefined)
      }
    })
    this.#child.stdin?.write(
      `. '${file}' < /dev/null\nprintf '\\004 end of block\\n'\nprintf '\\004 end of block\\n' >&2\n`
    )
    const code = await Promise.race([done, this.#ended])
    const kept = (text: string) => text.replace(end, "")
    return { printed: kept(this.#printed), errors: kept(this.#errors), code: code ?? undefined }
  }

  async close(): Promise<void> {
    const { pid } = this.#child
    this.#child.stdin?.end()
    try {
      if (pid !== undefined) process.kill(-pid, "SIGTERM")
    } catch {
      // Every process of the group has ended.
    }
    await this.#ended
  }
}

const faultsOf = ({ commands: script, line, shown }: Step, { code, errors, printed }: Ended): ReadonlyArray<string> => {
  const at = `line ${line}: ${script.trim().split("\n")[0]} …`
  if (code !== undefined) return [`${at}\nended with ${code}:\n${printed}\n${errors}`]
  const refusal = shown && refusalIn(shown)
  const refused = [...errors.matchAll(/^status (\d+)$/gm)].filter(
    ([, status]) => Number(status) >= 400 || status === "000"
  )
  return [
    ...refused
      .filter(([, status]) => Number(status) !== refusal)
      .map(([, status]) => `${at}\nis answered ${status}, which the page does not show:\n${printed}\n${errors}`),
    ...(shown === undefined || isShown(shown, printed)
      ? []
      : [`${at}\nprints\n${printed}\nand the page shows\n${shown.text}`])
  ]
}

export interface Reader {
  /** The folder with the demo's `.formwork/env`. */
  readonly folder: string
  /** The settings that the server was started with, which a page's `npm start` has to have too. */
  readonly settings: Readonly<Record<string, string>>
}

/** @param page its text. @returns what is wrong with it, and how many blocks were run. */
export const read = async (
  page: string,
  { folder, settings }: Reader
): Promise<{ readonly faults: ReadonlyArray<string>; readonly blocks: number }> => {
  const all = steps(page)
  const shell = new Shell(folder, await commandsIn(folder, settings))
  const faults: Array<string> = []
  try {
    for (const step of all) {
      if ("name" in step) {
        await writeFile(join(folder, step.name), step.text)
        continue
      }
      const ended = await shell.run(step.commands)
      faults.push(...faultsOf(step, ended))
      // What comes next would wait for what did not happen.
      if (faults.length > 0) break
    }
  } finally {
    await shell.close()
  }
  return { faults, blocks: all.filter((step) => "commands" in step).length }
}

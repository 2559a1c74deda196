/** What the first start made, as a person has it who takes the file of its environment into a shell. */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import type { Running } from "./formwork.ts"

export interface Demo {
  /** The file that sets the variables. */
  readonly file: string
  readonly key: string
  /** The motor quote, whose payload `quote` gives. */
  readonly formId: string
  readonly password: string
  /** The body of the request that signs the organisation's owner in. */
  readonly signIn: string
}

/** Reads what the first start wrote, of a server that has said "Ctrl-C". A first start says where; a later one finds it in its folder. */
export const demoOf = ({ cwd, data = "", output }: Pick<Running, "cwd" | "data" | "output">): Demo => {
  const [, shown = join(data, "env")] = /password are in (\S+), which/u.exec(output()) ?? []
  const file = resolve(cwd, shown)
  const text = readFileSync(file, "utf8")
  const variable = (name: string): string => new RegExp(`^export ${name}='([^']*)'$`, "mu").exec(text)?.[1] ?? ""
  const password = variable("OWNER_PASSWORD")
  const signIn = { email: variable("OWNER"), password, organisation: variable("ORGANISATION_ID") }
  return {
    file,
    key: variable("KEY"),
    formId: variable("FORM_ID_MQ"),
    password,
    signIn: JSON.stringify(signIn)
  }
}

/** The motor quote's payload, as the introduction sends it. */
export const quote = (): string => {
  const file = fileURLToPath(new URL("../../demo/motor-quote.example.json", import.meta.url))
  return `{"data":${readFileSync(file, "utf8")}}`
}

/** Where there is no curl, a stand-in that knows the options which the introduction uses. */
const standIn = fileURLToPath(new URL("curl.ts", import.meta.url))
const curl = `command -v curl >/dev/null || curl() { '${process.execPath}' '${standIn}' "$@"; }`

/** Runs a command as a person who pastes it into a shell that has the variables of `file`. */
export const paste = (command: string, file: string): Promise<string> =>
  new Promise((done, reject) => {
    execFile("sh", ["-c", [`. '${file}'`, curl, command].join("\n")], (error, stdout) =>
      error === null ? done(stdout) : reject(error)
    )
  })

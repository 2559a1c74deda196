/** What the first start says about the demo: where its key is, and commands to paste. */
import { Console, Effect, Redacted } from "effect"
import type { Demo } from "../Demo.ts"
import { StartupFailure } from "../StartupFailure.ts"
import * as Environment from "./Environment.ts"
import type { KeptFile } from "./KeptFile.ts"

const json = `-H "Content-Type: application/json"`

const asked = (form: string, operation: "evaluate" | "submissions", example: string): string =>
  `curl -sS "$URL/api/platform/v1/forms/$${form}/${operation}" -H "Authorization: Bearer $KEY" ${json} -d '{"data":${example.replaceAll("'", "'\\''")}}'`

const signIn = `curl -sS "$URL/api/platform/sessions" ${json} -d "{\\"email\\":\\"$OWNER\\",\\"password\\":\\"$OWNER_PASSWORD\\",\\"organisation\\":\\"$ORGANISATION_ID\\"}"`

/** On a terminal a person sees them. Elsewhere a service manager may keep what is printed. */
const secrets = ({ signIn: { email, password }, token }: Demo): string => `
API key         ${Redacted.value(token)}
Owner           ${email}
Password        ${Redacted.value(password)}
`

/** How a shell reads the file: after a dot, a name without a slash would be looked up on the PATH. */
const sourced = (place: string): string => {
  const path = place.includes("/") ? place : `./${place}`
  return `. ${/^[\w./-]+$/u.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}`
}

/** Only the secrets of a terminal are in this text; the commands have the names of variables. */
const introduction = (place: string, demo: Demo, isTerminal: boolean, console: string | undefined): string => {
  const [first, second] = demo.forms
  return `
A demo organisation is ready, with ${demo.forms.length} published forms: ${demo.forms.map(({ title }) => `"${title}"`).join(", ")}.
Its API key and its owner's password are in ${place}, which no other user may read.
${isTerminal ? secrets(demo) : ""}
Take them into a shell in this folder:

${sourced(place)}

Price a roof (evaluate: nothing is stored):

${asked("FORM_ID", "evaluate", first.example)}

File it (create: stored, with a reference number):

${asked("FORM_ID", "submissions", first.example)}

Price a motor quote of 40 fields, with a list of drivers:

${asked(`FORM_ID_${second.code}`, "evaluate", second.example)}

Sign in as its owner, whose token may do everything (docs/app-api.md: keys, people):

${signIn}

The next five minutes are in docs/tutorial.md.
${console === undefined ? "" : door(console, demo, isTerminal)}`
}

/** Where a person with a browser begins, as the last lines. */
const door = (address: string, { signIn: { email, password } }: Demo, isTerminal: boolean): string => `
Open ${address} and sign in as ${email} with ${isTerminal ? Redacted.value(password) : "the password of that file"}.
`

interface Introduction {
  readonly file: KeptFile
  readonly isTerminal: boolean
  /** The address of the console; undefined where none is served. */
  readonly console: string | undefined
}

/** Keeps the demo's key and password in the file of the environment, and shows the introduction. */
export const introduce = Effect.fnUntraced(function* (
  url: string,
  demo: Demo,
  { console, file, isTerminal }: Introduction
) {
  yield* Effect.mapError(Environment.write(file, url, demo), notKept)
  yield* Console.log(introduction(file.path, demo, isTerminal, console))
})

export const notKept = ({ message }: { readonly message: string }): StartupFailure =>
  new StartupFailure({
    message: `The demo's key cannot be kept (${message}): set FORMWORK_DATA_DIR to a folder that can be written.`
  })

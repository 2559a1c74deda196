/** What `serve` refuses of the settings, `formwork settings` marks and `formwork doctor` fails: with the same sentences, and nothing else. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { expect, it } from "vitest"
import { inFolder } from "./support/formwork.ts"
import { run, serving } from "./support/warm.ts"

const secret = "a secret of at least 32 characters"
const url = "postgres://me:hunter22@127.0.0.1:9/forms"
const smtp = "smtp://127.0.0.1:1"

/** Nothing of it is wrong, and much of it is not used without a database server. */
const right = {
  PORT: "0",
  ADMIN_PORT: "0",
  KEY_PEPPER: secret,
  SECRETS_KEY: secret,
  KEY_PREFIX: "one",
  SESSION_PREFIX: "two",
  INVITATION_PREFIX: "six",
  WORKER_DATABASE_URL: url,
  OPERATOR_DATABASE_URL: url,
  MAIL_FROM: "forms@example.org"
}

/** What is set instead, and which settings are then wrong. */
const wrong: ReadonlyArray<readonly [Readonly<Record<string, string>>, ReadonlyArray<string>]> = [
  [{ PORT: "http", WORKERS: "2" }, ["PORT", "WORKERS"]],
  [{ PORT: "39871", ADMIN_PORT: "39871" }, ["ADMIN_PORT"]],
  [{ PROCESSES: "2" }, ["PROCESSES"]],
  [{ KEY_PEPPER: "short" }, ["KEY_PEPPER"]],
  [{ DATABASE_URL: url, KEY_PEPPER: "" }, ["KEY_PEPPER"]],
  [{ DATABASE_URL: "mysql://db/forms" }, ["DATABASE_URL"]],
  [{ DATABASE_URL: `${url}?sslrootcert=a` }, ["DATABASE_URL"]],
  [{ DATABASE_READ_URL: url }, ["DATABASE_READ_URL"]],
  [{ DATABASE_URL: url, DATABASE_READ_URL: "nonsense" }, ["DATABASE_READ_URL"]],
  [{ WORKER_DATABASE_URL: "nonsense" }, ["WORKER_DATABASE_URL"]],
  [{ WORKER_DATABASE_URL: "postgres://db:99999/forms" }, ["WORKER_DATABASE_URL"]],
  [{ OPERATOR_DATABASE_URL: "nonsense" }, ["OPERATOR_DATABASE_URL"]],
  [{ SECRETS_KEY: "short" }, ["SECRETS_KEY"]],
  [{ REDIS_URL: "http://127.0.0.1:1" }, ["REDIS_URL"]],
  [{ SMTP_URL: smtp, MAIL_FROM: "" }, ["MAIL_FROM"]],
  [{ SMTP_URL: smtp, MAIL_FROM: "NaN" }, ["MAIL_FROM"]],
  [{ SMTP_URL: "http://127.0.0.1:1", REDIS_URL: "nonsense" }, ["REDIS_URL", "SMTP_URL"]],
  [{ KEY_PREFIX: "two" }, ["KEY_PREFIX", "SESSION_PREFIX"]],
  [{ INVITATION_PREFIX: "one" }, ["KEY_PREFIX", "INVITATION_PREFIX"]],
  [{ FORMWORK_ORGANISATION: "Ashworth" }, ["FORMWORK_ORGANISATION", "FORMWORK_OWNER_EMAIL"]]
]

const rowsOf = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Array(Schema.Struct({ name: Schema.String, wrong: Schema.optionalKey(Schema.String) })))
)
const findingsOf = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Array(Schema.Struct({ check: Schema.String, status: Schema.String, message: Schema.String }))
  )
)

const marked = (json: string) => rowsOf(json).flatMap(({ name, wrong: said }) => (said === undefined ? [] : [name]))
const failures = (json: string) => findingsOf(json).filter(({ status }) => status === "fail")

it("what serve refuses, settings marks and doctor fails, each wrong setting by name and in the same sentence", () =>
  inFolder(async (folder) => {
    const data = join(folder, "data")
    for (const [instead, names] of wrong) {
      const env = { ...right, FORMWORK_DATA_DIR: data, ...instead }
      const said = JSON.stringify(instead)
      // First, because a server that takes the settings would not end.
      const settings = await run(["settings", "--json"], env)
      expect(settings.code, said).toBe(1)
      const serve = await run(["serve"], env)
      expect([serve.code, serve.stdout, serve.stderr], said).toEqual([1, "", settings.stderr])
      expect(marked(settings.stdout).toSorted(), said).toEqual(names.toSorted())
      const doctor = await run(["doctor", "--json"], env)
      expect([doctor.code, doctor.stderr], said).toEqual([1, ""])
      const failed = failures(doctor.stdout).filter(({ check }) => check === "settings")
      expect(failed.map(({ message }) => `${message}\n`).join(""), said).toBe(serve.stderr)
      for (const printed of [serve, settings, doctor])
        expect(printed.stdout + printed.stderr, said).not.toMatch(/hunter22|nonsense|short/)
    }
    expect(existsSync(data)).toBe(false)
    const shown = await run(["settings"], { ...right, KEY_PREFIX: "two" })
    expect(shown.stdout).toMatch(/^KEY_PREFIX +two {2}\(environment; default: fwk\) {2}WRONG$/m)
    expect(shown.stdout.match(/WRONG/g)).toHaveLength(2)
    const lines = await run(["doctor"], { ...right, KEY_PREFIX: "two" })
    expect(lines.stdout).toMatch(/^fail {2}settings +KEY_PREFIX and SESSION_PREFIX must differ\.$/m)
    expect(lines.stdout).toMatch(/^ok +ports /m)
  }))

it("what serve takes, settings and doctor take", () =>
  inFolder(async (folder) => {
    const env = { ...right, FORMWORK_DATA_DIR: join(folder, "data") }
    const settings = await run(["settings", "--json"], env)
    expect([settings.code, settings.stderr, marked(settings.stdout)]).toEqual([0, "", []])
    const doctor = await run(["doctor", "--json"], env)
    expect([doctor.code, failures(doctor.stdout)]).toEqual([0, []])
    await serving(env, () => Promise.resolve())
  }))

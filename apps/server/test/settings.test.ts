/** Settings: where their values come from, which names are slips of one, and what is found before the database starts. */
import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { Schema } from "effect"
import { expect, it } from "vitest"
import { known } from "../src/settings/known.ts"
import { unknownSettings } from "../src/settings/unknownSettings.ts"
import { inFolder } from "./support/formwork.ts"
import { portOf } from "./support/reading.ts"
import { run } from "./support/warm.ts"

const pepper = "a pepper of at least 32 characters"

const rowsOf = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Schema.JsonObject)))

/** The rows that `formwork settings --json` prints, by name. */
const listed = async (env: Readonly<Record<string, string>>) => {
  const { stderr, stdout } = await run(["settings", "--json"], env)
  return { stderr, rows: new Map(rowsOf(stdout).map((row) => [row["name"], row])) }
}

/** A port that something listens on while `use` runs. */
const whileTaken = async (use: (port: string) => Promise<void>): Promise<void> => {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  try {
    await use(String(portOf(server)))
  } finally {
    server.close()
  }
}

it("a setting comes from the environment or from a file without its last line break; `formwork settings` says from where", () =>
  inFolder(async (folder) => {
    const file = join(folder, "pepper")
    await writeFile(file, `${pepper}\n`)
    await writeFile(join(folder, "port"), "9000\r\n")
    const { rows, stderr } = await listed({
      DATABASE_URL: "postgres://me:hunter22@db/forms",
      KEY_PEPPER_FILE: file,
      PORT_FILE: join(folder, "port"),
      LOG_LEVEL: "Warn",
      HOST: ""
    })
    expect(stderr).toBe("")
    expect([...rows.keys()]).toEqual(known.slice(0, rows.size))
    expect(rows.get("PORT")).toEqual({
      name: "PORT",
      value: "9000",
      source: "file",
      file: join(folder, "port"),
      default: "8787",
      isSecret: false
    })
    expect(rows.get("KEY_PEPPER")).toMatchObject({ value: null, source: "file", file, isSecret: true })
    expect(rows.get("LOG_LEVEL")).toMatchObject({ value: "Warn", source: "environment" })
    // An empty variable counts as one that is not set.
    expect(rows.get("HOST")).toMatchObject({ value: null, source: "default", default: "127.0.0.1" })
    for (const secret of [pepper, "hunter22"]) expect(JSON.stringify([...rows.values()])).not.toContain(secret)
    const { stdout } = await run(["settings"], { KEY_PEPPER_FILE: file, LOG_LEVEL: "Warn" })
    expect(stdout).toMatch(/^LOG_LEVEL +Warn {2}\(environment; default: Info\)$/m)
    expect(stdout).toMatch(/^PORT +8787 {2}\(default\)$/m)
    expect(stdout).toContain(`set, not shown  (file ${file}; default: made once`)
    expect(stdout).not.toContain(pepper)
  }))

it("a setting and its file together, a file that cannot be read, and a wrong value are each refused with a sentence", () =>
  inFolder(async (folder) => {
    const file = join(folder, "secret")
    await writeFile(file, "hunter22 in a file\n")
    const env = {
      KEY_PEPPER: pepper,
      KEY_PEPPER_FILE: file,
      SECRETS_KEY_FILE: join(folder, "none"),
      WORKERS_FILE: file
    }
    const sentences = [
      "KEY_PEPPER and KEY_PEPPER_FILE are both set: set one of them.",
      "WORKERS must be 0 or 1.",
      `SECRETS_KEY_FILE must name a file that can be read: ${join(folder, "none")} cannot (NotFound).`
    ]
    for (const command of ["serve", "settings"]) {
      const { code, stderr } = await run([command], env)
      expect(code).toBe(1)
      expect(stderr).toBe(`${sentences.join("\n")}\n`)
    }
  }))

it("a taken port, a missing sender and a misspelt setting are found before the database starts", () =>
  inFolder((folder) =>
    whileTaken(async (port) => {
      const data = join(folder, "data")
      const env = { FORMWORK_DATA_DIR: data, PORT: "0", ADMIN_PORT: "0" }
      const taken = await run(["serve"], { ...env, PORT: port, RATE_LIMT_PER_MINUTE: "5" })
      expect(taken.code).toBe(1)
      expect(taken.stderr).toContain(`Port ${port} of 127.0.0.1 is taken: end what listens there, or set PORT`)
      expect(taken.stderr).toContain("RATE_LIMT_PER_MINUTE is not a setting. Did you mean RATE_LIMIT_PER_MINUTE?")
      expect((await run(["serve"], { ...env, ADMIN_PORT: port })).stderr).toMatch(/set ADMIN_PORT to another\.\n$/)
      const both = await run(["serve"], { ...env, PORT: "39871", ADMIN_PORT: "39871" })
      expect(both.stderr).toBe("ADMIN_PORT must differ from PORT.\n")
      const mail = await run(["serve"], { ...env, SMTP_URL: "smtp://localhost" })
      expect(mail.stderr).toBe(
        "MAIL_FROM is missing: with SMTP_URL it has to be an e-mail address, or a name and an address as in: Example Forms <forms@example.org>.\n"
      )
      expect(existsSync(data)).toBe(false)
      const database = { DATABASE_URL: "postgres://me@127.0.0.1:9/forms", KEY_PEPPER: pepper }
      const several = await run(["serve"], { ...env, ...database, PORT: port, PROCESSES: "2" })
      expect(several.stderr).toMatch(/^Port \d+ of 127\.0\.0\.1 is taken[^\n]*\n$/)
      const worker = await run(["worker"], { ...database, ADMIN_PORT: port })
      expect(worker.stderr).toMatch(/^Port \d+ of 127\.0\.0\.1 is taken[^\n]*\n$/)
    })
  ))

it("a slip of a setting's name is named with the setting; what belongs to other programs is not", () => {
  for (const name of known) {
    expect(unknownSettings({ [name]: "x", [`${name}_FILE`]: "x" }, known)).toEqual([])
    if (name.length < 6) continue
    const middle = Math.floor(name.length / 2)
    const slips = [
      name.slice(0, middle) + name.slice(middle + 1),
      `${name.slice(0, middle)}X${name.slice(middle)}`,
      `${name.slice(0, middle)}X${name.slice(middle + 1)}`,
      `${name}S`,
      name.toLowerCase()
    ].filter((slip) => !known.includes(slip))
    for (const slip of slips)
      expect(unknownSettings({ [slip]: "1" }, known), slip).toEqual([`${slip} is not a setting. Did you mean ${name}?`])
  }
  const others = {
    PATH: "/bin",
    HOSTNAME: "web-1",
    SESSION_MANAGER: "local/web-1",
    DATABASE_PASSWORD: "x",
    NODE_ENV: "production",
    HISTFILE: "/root/.history",
    FORMWORK_SERVICE_HOST: "10.0.0.1",
    FORMWORK_SERVICE_PORT_HTTP: "80",
    FORMWORK_PORT: "tcp://10.0.0.1:80",
    FORMWORK_PORT_8787_TCP_ADDR: "10.0.0.1",
    // What `. .formwork/env` sets.
    URL: "http://127.0.0.1:8787",
    KEY: "fwk_…",
    OWNER: "owner@demo.example"
  }
  expect(unknownSettings(others, known)).toEqual([])
  expect(unknownSettings({ FORMWORK_COLOUR: "blue" }, known)).toEqual([
    "FORMWORK_COLOUR is not a setting. `formwork settings` lists them."
  ])
})

it("a wrong address of a database is refused with the name of its setting", async () => {
  const env = { DATABASE_URL: "postgres://me@127.0.0.1:9/forms", KEY_PEPPER: pepper, PORT: "0", ADMIN_PORT: "0" }
  for (const [command, setting, value, sentence] of [
    ["serve", "DATABASE_READ_URL", "what?", "address of DATABASE_READ_URL cannot be reached: it is not a URL"],
    [
      "serve",
      "DATABASE_READ_URL",
      "postgres://db/forms?target_session_attrs=primary",
      "The address of DATABASE_READ_URL has target_session_attrs=primary, but Formwork reads a standby there"
    ],
    ["worker", "WORKER_DATABASE_URL", "what?", "address of WORKER_DATABASE_URL cannot be reached: it is not a URL"],
    ["migrate", "DATABASE_URL", "postgres://db/forms?a=1", "The address of DATABASE_URL has the parameter a,"]
  ] as const) {
    const { code, stderr } = await run([command], { ...env, [setting]: value })
    expect(stderr).toContain(sentence)
    expect(code).not.toBe(0)
  }
})

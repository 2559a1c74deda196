/** `formwork doctor`: one line for each thing that the service needs, and what to do about it. */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { chmod, mkdir } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { SMTPServer } from "smtp-server"
import * as Cluster from "@formwork/postgres/testing/Cluster"
import * as Standby from "@formwork/postgres/testing/Standby"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import { inFolder } from "./support/formwork.ts"
import { portOf } from "./support/reading.ts"
import { run } from "./support/warm.ts"

const pepper = "a pepper of at least 32 characters"

const findingsOf = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Array(Schema.Struct({ check: Schema.String, status: Schema.String, message: Schema.String }))
  )
)

/** Runs it. @returns the exit code and, by check, the worst status with its sentences. */
const examined = async (env: Readonly<Record<string, string>>) => {
  const { code, stderr, stdout } = await run(["doctor", "--json"], { PORT: "0", ADMIN_PORT: "0", ...env })
  if (stdout === "") throw new Error(stderr)
  const findings = findingsOf(stdout)
  const of = (check: string) =>
    findings.filter((finding) => finding.check === check).map(({ message, status }) => `${status}: ${message}`)
  return { code, of, stdout }
}

it("doctor looks at settings, ports, the data folder, the disk and mail, and changes nothing", () =>
  inFolder(async (folder) => {
    const data = join(folder, "data")
    const fresh = await examined({ FORMWORK_DATA_DIR: data })
    assert.strictEqual(fresh.code, 0, fresh.stdout)
    assert.deepStrictEqual(fresh.of("data folder"), [`ok: ${data} is not there yet: the first start makes it.`])
    assert.lengthOf(fresh.of("disk"), 1)
    await mkdir(data)
    await chmod(data, 0o755)
    const listener = createServer()
    await new Promise<void>((resolve) => void listener.listen(0, "127.0.0.1", resolve))
    const port = String(portOf(listener))
    const wrong = await examined({
      FORMWORK_DATA_DIR: data,
      PORT: port,
      LOG_LEVL: "Info",
      SMTP_URL: "smtp://me:hunter22@127.0.0.1:1",
      MAIL_FROM: "forms@example.org",
      REDIS_URL: "redis://127.0.0.1:1",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1"
    })
    listener.close()
    assert.strictEqual(wrong.code, 1)
    assert.deepStrictEqual(wrong.of("settings"), ["warn: LOG_LEVL is not a setting. Did you mean LOG_LEVEL?"])
    assert.match(
      wrong.of("ports")[0] ?? "",
      /^warn: Port \d+ of 127\.0\.0\.1 is taken: .* A server that runs already is fine\.$/
    )
    assert.match(wrong.of("data folder")[0] ?? "", /^warn: Others may read .*: chmod 700 /)
    assert.match(
      wrong.of("mail")[0] ?? "",
      /^fail: The mail server 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED.* See SMTP_URL\.$/
    )
    assert.match(wrong.of("redis")[0] ?? "", /^fail: It cannot be used: /)
    assert.match(wrong.of("traces")[0] ?? "", /^warn: The collector at http:\/\/127\.0\.0\.1:1 does not answer/)
    assert.notInclude(wrong.stdout, "hunter22")
    const shown = await run(["doctor"], { FORMWORK_DATA_DIR: data, PORT: "0", ADMIN_PORT: "0" })
    assert.match(shown.stdout, /^warn {2}data folder {2}Others may read/m)
    assert.strictEqual(shown.code, 0)
    const elsewhere = await examined({ FORMWORK_DATA_DIR: data, HOST: "203.0.113.1" })
    assert.match(elsewhere.of("ports")[0] ?? "", /^fail: 203\.0\.113\.1 cannot be listened on: HOST must be /)
    assert.strictEqual(elsewhere.code, 1)
  }))

/** A mail server that takes one password, while `use` runs. */
const receiving = async <A>(use: (port: number) => Promise<A>): Promise<A> => {
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onAuth: ({ password }, _session, done) =>
      password === "right" ? done(null, { user: "me" }) : done(new Error("wrong password"))
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve()))
  try {
    return await use(portOf(server.server))
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

it.live(
  "doctor says which step a database server is at: empty, migrated, without its row security",
  () =>
    Effect.gen(function* () {
      const { admin } = yield* TestServer.empty
      const env = { DATABASE_URL: Redacted.value(admin), KEY_PEPPER: pepper }
      const empty = yield* Effect.promise(() => examined(env))
      assert.strictEqual(empty.code, 1)
      assert.deepStrictEqual(empty.of("database"), ["ok: It answers and takes writes."])
      assert.match(empty.of("migrations")[0] ?? "", /^fail: .*formwork migrate/)

      yield* Effect.promise(() => run(["migrate"], env))
      const ready = yield* Effect.promise(() =>
        receiving((port) => examined({ ...env, SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "forms@example.org" }))
      )
      assert.strictEqual(ready.code, 0, ready.stdout)
      assert.match(ready.of("database")[0] ?? "", /^ok: Postgres 1[5-8]/)
      assert.match(ready.of("clock")[0] ?? "", /^ok: /)
      for (const check of ["roles and row security", "migrations", "sending", "receivers", "mail"])
        assert.match(ready.of(check)[0] ?? "", /^ok: /, check)
      assert.match(ready.of("organisations")[0] ?? "", /^warn: There is none, .*formwork organisation create/)

      yield* Effect.promise(() =>
        run(["organisation", "create", "--name", "Ashworth", "--owner", "ada@example.org"], env)
      )
      const founded = yield* Effect.promise(() => examined({ ...env, WORKERS: "0" }))
      assert.deepStrictEqual(founded.of("organisations"), ["ok: There is at least one."])

      const sql = yield* TestServer.connect(admin)
      yield* sql`alter table formwork.submissions disable row level security`
      const open = yield* Effect.promise(() => examined({ ...env, WORKERS: "0" }))
      assert.strictEqual(open.code, 1)
      assert.match(open.of("roles and row security")[0] ?? "", /^fail: The database at /)
      assert.match(open.of("mail")[0] ?? "", /^warn: E-mail cannot be sent: set SMTP_URL/)
    }).pipe(Effect.scoped),
  300_000
)

/** A server and its standby, which end with the scope. */
const pair = Effect.acquireRelease(
  Effect.gen(function* () {
    const primary = yield* Effect.promise(() => Cluster.start(["synchronous_commit=on"]))
    yield* Effect.promise(() => run(["migrate"], { DATABASE_URL: primary.url }))
    const standby = yield* Standby.start(primary)
    yield* Standby.caughtUp(primary, standby)
    return [primary, standby] as const
  }),
  (both) => Effect.sync(() => both.forEach((server) => Cluster.signal(server, "SIGKILL")))
)

it.live(
  "doctor reads from the standby, and says what the server would log where it cannot",
  () =>
    Effect.gen(function* () {
      const [primary, standby] = yield* pair
      const env = { DATABASE_URL: primary.url, KEY_PEPPER: pepper, WORKERS: "0" }
      const of = (url: string) => Effect.promise(() => examined({ ...env, DATABASE_READ_URL: url }))
      const none = yield* Effect.promise(() => examined(env))
      assert.deepStrictEqual(none.of("standby"), [])
      const right = yield* of(standby.url)
      assert.deepStrictEqual(right.of("standby"), ["ok: It answers lists, exports and reports."])
      assert.strictEqual(right.code, 0, right.stdout)

      const itself = yield* of(primary.url)
      assert.match(
        itself.of("standby")[0] ?? "",
        /^warn: No server at .* is a standby\. The primary is read instead\.$/
      )
      const stranger = new URL(standby.url)
      stranger.username = "stranger"
      stranger.password = "hunter22"
      const denied = yield* of(stranger.href)
      assert.match(denied.of("standby")[0] ?? "", /^warn: The database at .* refuses this login: /)
      assert.notInclude(denied.stdout, "hunter22")
      // The server starts, and reads from the primary.
      assert.strictEqual(denied.code, 0, denied.stdout)
    }).pipe(Effect.scoped),
  300_000
)

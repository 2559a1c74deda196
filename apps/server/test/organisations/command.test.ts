/** `formwork organisation` on a Postgres server: from an empty database to an owner who has signed in, and what it says to bad input. */
import { assert, it } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Console, Effect, FileSystem, Redacted } from "effect"
import { Command } from "effect/cli"
import { randomBytes } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { Agent } from "node:http"
import { join } from "node:path"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import { organisation } from "../../src/commands/organisation.ts"
import { StartupFailure } from "../../src/StartupFailure.ts"
import { call } from "../support/call.ts"
import { inFolder } from "../support/formwork.ts"
import { objectOf, parseObject } from "../support/reading.ts"
import { run, serving } from "../support/warm.ts"

const pepper = "a pepper of at least 32 characters"
const password = "correct horse battery staple"

const create = (env: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) =>
  run(["organisation", "create", ...args], env)

/** Runs `formwork organisation` in this process, which starts faster: what it prints, and the sentence that it ends with. */
const organisationIn = (env: Readonly<Record<string, string>>) => (args: ReadonlyArray<string>) => {
  const printed: Array<string> = []
  const console: Console.Console = Object.assign(Object.create(globalThis.console), {
    log: (text: string) => void printed.push(text)
  })
  return Command.runWith(organisation, { version: "0" })(args).pipe(
    Effect.provideService(Console.Console, console),
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: { LOG_LEVEL: "None", ...env } }))),
    Effect.provide(NodeServices.layer),
    Effect.match({
      onSuccess: () => ({ said: printed.join("\n"), refused: undefined }),
      onFailure: (failure) => ({
        said: printed.join("\n"),
        refused: failure instanceof StartupFailure ? failure.message : String(failure)
      })
    })
  )
}

it.live("one command goes from an empty database to an owner who can sign in, and makes no demo", () =>
  Effect.gen(function* () {
    const { admin } = yield* TestServer.empty
    const env = { DATABASE_URL: Redacted.value(admin), KEY_PEPPER: pepper }
    yield* Effect.promise(() =>
      inFolder(async (folder) => {
        const file = join(folder, "password")
        await writeFile(file, `${password}\n`)
        const flags = ["--name", "Ashworth", "--owner", "ada@example.org", "--owner-password-file", file, "--json"]
        const early = await create(env, ...flags)
        assert.strictEqual(early.code, 1)
        assert.match(
          early.stderr,
          /^The database at [^\n]* run `formwork migrate` first\. `--migrate` does that too\.\n$/u
        )

        const founded = await create(env, ...flags, "--migrate")
        assert.strictEqual(founded.code, 0, founded.stderr)
        const { invitation, organisation: founding } = parseObject(founded.stdout)
        assert.isUndefined(invitation)
        const { id } = objectOf(founding)

        await serving(env, async (address) => {
          const agent = new Agent()
          const body = { email: "ada@example.org", password }
          // Without an organisation too: it is the first.
          for (const wanted of [body, { ...body, organisation: id }]) {
            const session = await call(agent, address, { path: "sessions", body: wanted })
            assert.strictEqual(session.status, 201)
            const token = String(session.body["token"])
            const forms = await call(agent, address, { method: "GET", path: "forms", token })
            assert.deepStrictEqual(forms.body["items"], [])
            const me = await call(agent, address, { method: "GET", path: "me", token })
            assert.deepInclude(objectOf(me.body["user"]), { email: "ada@example.org", role: "owner" })
          }
          agent.destroy()
        })
      })
    )
  })
)

it.live(
  "without a password file the printed invitation sets the password, and the printed commands run as they are",
  () =>
    Effect.gen(function* () {
      const { admin } = yield* TestServer.migrated
      const env = { DATABASE_URL: Redacted.value(admin), KEY_PEPPER: pepper }
      yield* Effect.promise(async () => {
        const founded = await create(env, "--name", "O'Hara & Sons", "--owner", "ada@example.org")
        assert.strictEqual(founded.code, 0, founded.stderr)
        await serving(env, async (address) => {
          const agent = new Agent()
          const printed = founded.stdout.split("\n").filter((line) => line.startsWith("curl "))
          const statuses = []
          for (const line of printed) {
            const [, url = ""] = /'(http:[^']*)'/u.exec(line) ?? []
            const [, text = ""] = / -d '([^']*)'$/u.exec(line) ?? []
            const path = new URL(url).pathname.replace("/api/platform/", "")
            const { status } = await call(agent, address, { path, body: { ...parseObject(text), password } })
            statuses.push([path, status])
          }
          assert.deepStrictEqual(statuses, [
            ["invitations/accept", 200],
            ["sessions", 201]
          ])
          agent.destroy()
        })
      })
    })
)

/** A login that is a member of formwork_api alone, with the superuser's password. It is gone when the test ends. */
const serversLogin = Effect.fnUntraced(function* (admin: Redacted.Redacted) {
  const sql = yield* TestServer.connect(admin)
  const login = `formwork_test_${randomBytes(4).toString("hex")}`
  const { password: own } = new URL(Redacted.value(admin))
  yield* Effect.acquireRelease(
    sql.unsafe(`create role ${login} login password '${decodeURIComponent(own)}' in role formwork_api`),
    () => Effect.ignore(sql.unsafe(`drop role ${login}`))
  )
  return login
})

const wanted = (name: string, owner = "ada@example.org") => ["create", "--name", name, "--owner", owner]

it.live("organisations are listed, suspended, resumed and their owners invited by their name or id", () =>
  Effect.gen(function* () {
    const { admin } = yield* TestServer.migrated
    const env = { DATABASE_URL: Redacted.value(admin), KEY_PEPPER: pepper }
    const ask = organisationIn(env)
    const says = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
      const { refused, said } = yield* ask(args)
      assert.isUndefined(refused, args.join(" "))
      return said
    })
    assert.match(yield* says("list"), /^There are no organisations/u)
    assert.match(yield* says(...wanted("Ashworth")), /^The organisation "Ashworth" is founded/u)
    const { id } = objectOf(parseObject(yield* says(...wanted("Brontë"), "--json"))["organisation"])
    assert.match(yield* says("suspend", "brontë"), /^"Brontë" \([0-9a-f-]{36}\) is suspended/u)
    assert.match(
      yield* says("list"),
      /^NAME +ID +FOUNDED\nBrontë +[0-9a-f-]{36} +\S+ +suspended since \S+\nAshworth +[0-9a-f-]{36} +\S+$/u
    )
    const [newest = "", older = ""] = (yield* says("list", "--json")).split("\n")
    assert.deepInclude(parseObject(newest), { id, name: "Brontë" })
    assert.deepInclude(parseObject(older), { name: "Ashworth", suspendedAt: null })
    assert.match(yield* says("resume", String(id)), /^"Brontë" .* is active/u)
    assert.match(
      yield* says("invite", "ashworth", "--owner", "ADA@example.org"),
      /^An invitation for ada@example\.org, .*\n\nfwi_[0-9A-Za-z]+\n/u
    )
    const linked = yield* organisationIn({ ...env, APP_URL: "https://app.example.org" })(wanted("Cartland"))
    assert.match(linked.said, /\nhttps:\/\/app\.example\.org\/invitation#fwi_[0-9A-Za-z]+$/u)
  })
)

it.live("bad input is answered with one sentence, and nothing is founded", () =>
  Effect.gen(function* () {
    const { admin } = yield* TestServer.migrated
    const env = { DATABASE_URL: Redacted.value(admin), KEY_PEPPER: pepper }
    const ask = organisationIn(env)
    const refuses = Effect.fnUntraced(function* (args: ReadonlyArray<string>, sentence: RegExp, by: typeof ask = ask) {
      const { refused = "", said } = yield* by(args)
      assert.match(refused, sentence)
      assert.deepStrictEqual([said, refused.includes("\n")], ["", false], args.join(" "))
    })
    const files = yield* FileSystem.FileSystem
    const weak = yield* files.makeTempFileScoped({ suffix: ".weak" })
    yield* files.writeFileString(weak, "short\n")
    yield* ask(wanted("Ashworth"))
    yield* refuses([...wanted("C"), "--owner-password-file", weak], /weak must have 12 to 200 characters/u)
    yield* refuses([...wanted("C"), "--owner-password-file", `${weak}er`], /^There is no file .*weaker\.$/u)
    yield* refuses(["invite", "ashworth", "--owner", "b@example.org"], /^"ashworth" has no active owner with/u)
    yield* refuses(wanted("ashworth"), /^There is an organisation called "ashworth" already/u)
    yield* refuses(wanted(""), /^--name must be 1 to 200 characters/u)
    yield* refuses(wanted("C", "ada"), /^--owner must be an e-mail address\.$/u)
    yield* refuses(["suspend", "Nightingale"], /^There is no organisation called "Nightingale"\.$/u)
    const unknown = "01a2045e-8894-76d8-bfc2-9b00798364a8"
    yield* refuses(["suspend", unknown], new RegExp(`^There is no organisation with the id ${unknown}`, "u"))
    yield* refuses(wanted("C"), /^KEY_PEPPER must be set/u, organisationIn({ DATABASE_URL: env.DATABASE_URL }))
    const server = new URL(env.DATABASE_URL)
    server.username = yield* serversLogin(admin)
    yield* refuses(
      ["list"],
      /may not run as formwork_operator; .*grant formwork_operator to "formwork_test_/u,
      organisationIn({ ...env, DATABASE_URL: server.href })
    )
    assert.lengthOf((yield* ask(["list"])).said.split("\n"), 2)
  }).pipe(Effect.provide(NodeServices.layer))
)

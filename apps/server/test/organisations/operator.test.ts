/** The operator's calls on the admin port of a real server: founding, listing, suspending and resuming organisations. */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { hash } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { Agent } from "node:http"
import { join } from "node:path"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import { demoIn, inDemo } from "../support/demoFolder.ts"
import { call } from "../support/call.ts"
import type { Call } from "../support/call.ts"
import * as Documented from "../support/documented.ts"
import { inFolder } from "../support/formwork.ts"
import type { Warm } from "../support/warm.ts"
import * as Pages from "../support/pages.ts"
import { listOf, objectOf } from "../support/reading.ts"
import { run, serving } from "../support/warm.ts"

const operator = "an-operators-token-of-32-characters"
const settings = { OPERATOR_TOKEN_HASH: hash("sha256", operator) }
const password = "correct horse battery staple"
const organisations = "operator/organisations"

const adminOf = async (running: Warm) => (await running.says(/Health and metrics are on (http:\S+)/u))[1] ?? ""

const found = (name: string, owner: Readonly<Record<string, string>> = {}): Call => ({
  path: organisations,
  token: operator,
  body: { name, owner: { email: "ada@example.org", ...owner } }
})

/** Everything that an operator does, over one server. */
const walk = async (address: string, running: Warm) => {
  const admin = await adminOf(running)
  const agent = new Agent()
  const ask = (wanted: Call) => call(agent, admin, wanted)

  const founded = await ask(found("Ashworth", { password }))
  assert.strictEqual(founded.status, 201, JSON.stringify(founded.body))
  const { createdAt: _, id, ...organisation } = objectOf(founded.body["organisation"])
  assert.deepStrictEqual(organisation, { name: "Ashworth", suspendedAt: null })
  assert.deepInclude(objectOf(founded.body["owner"]), {
    email: "ada@example.org",
    name: "ada@example.org",
    role: "owner"
  })
  assert.isUndefined(founded.body["invitation"])
  const invited = await ask(found("Brontë", { name: "Ada" }))
  const { token } = objectOf(invited.body["invitation"])
  const accepted = await call(agent, address, { path: "invitations/accept", body: { token, password } })
  assert.strictEqual(accepted.status, 200)

  const { id: brontë } = objectOf(invited.body["organisation"])
  const invitation = { path: `${organisations}/${String(brontë)}/invitation`, token: operator }
  const again = await ask({ ...invitation, body: { email: "ada@example.org" } })
  assert.strictEqual(again.status, 201)
  assert.match(String(objectOf(again.body["invitation"])["token"]), /^fwi_/u)
  assert.strictEqual((await ask({ ...invitation, body: { email: "edith@example.org" } })).status, 404)

  const taken = await ask(found("ASHWORTH"))
  assert.deepStrictEqual([taken.status, taken.body["code"]], [409, "CONFLICT"])
  const wrong = await ask({ path: organisations, token: operator, body: { name: "", owner: { email: "ada" }, x: 1 } })
  assert.deepStrictEqual([wrong.status, wrong.body["code"]], [422, "INVALID_REQUEST"])
  assert.deepStrictEqual(
    listOf(wrong.body["problems"]).map((problem) => objectOf(problem)["pointer"]),
    ["/x", "/name", "/owner/email"]
  )
  const list = (query: string) => ask({ method: "GET", path: `${organisations}${query}`, token: operator })
  const first = await list("?limit=1")
  assert.strictEqual(first.status, 200)
  const rest = await list(`?limit=100&cursor=${String(first.body["next"])}`)
  const names = [first, rest].flatMap(({ body }) => listOf(body["items"]).map((one) => objectOf(one)["name"]))
  assert.deepStrictEqual(names.slice(0, 2), ["Brontë", "Ashworth"])
  assert.isNull(rest.body["next"])
  assert.lengthOf(listOf((await list("?name=ashworth")).body["items"]), 1)
  assert.strictEqual((await list("?page=2")).status, 422)

  const signIn: Call = { path: "sessions", body: { email: "ada@example.org", password, organisation: id } }
  const session = String((await call(agent, address, signIn)).body["token"])
  const me = () => call(agent, address, { method: "GET", path: "me", token: session })
  assert.strictEqual((await me()).status, 200)
  const suspended = await ask({ path: `${organisations}/${String(id)}/suspend`, token: operator })
  assert.strictEqual(suspended.status, 200)
  assert.isString(suspended.body["suspendedAt"])
  assert.strictEqual((await me()).status, 401)
  const resumed = await ask({ path: `${organisations}/${String(id)}/resume`, token: operator })
  assert.isNull(resumed.body["suspendedAt"])
  assert.strictEqual((await me()).status, 200)
  for (const unknown of ["01a2045e-8894-76d8-bfc2-9b00798364a8", "nothing"]) {
    const answer = await ask({ path: `${organisations}/${unknown}/suspend`, token: operator })
    assert.deepStrictEqual([answer.status, answer.body["code"]], [404, "NOT_FOUND"])
  }

  // Of the API neither a session nor a key, and the operator's token only here.
  for (const other of [session, `${operator}!`, operator.slice(1)]) {
    const refused = await ask({ ...found("Cartland"), token: other })
    assert.deepStrictEqual([refused.status, refused.body["code"]], [401, "UNAUTHENTICATED"])
  }
  for (const given of [operator, session]) {
    const refused = await call(agent, address, { ...found("Cartland"), token: given })
    assert.oneOf(refused.status, [401, 404])
  }
  agent.destroy()
}

/** The commands of docs/organisations.md for a second terminal, in a folder with the token's file. */
const paste = async (folder: string, running: Warm) => {
  const [, section = ""] = (await Documented.page("docs/organisations.md")).split("\n## Over HTTP\n")
  const [, commands = ""] = Documented.blocks(section, "sh")
  await writeFile(join(folder, "operator-token"), `${operator}\n`)
  const here = commands.replace("http://127.0.0.1:8788", await adminOf(running))
  assert.notStrictEqual(here, commands)
  const { blocks, faults } = await Pages.read(`\`\`\`sh\n${here}\`\`\`\n`, { folder, settings: {} })
  assert.deepStrictEqual([blocks, faults], [1, []])
}

it.live("on the embedded database, and by the commands of the manual", () =>
  Effect.promise(() =>
    inFolder(async (folder) => {
      const data = join(folder, "data")
      await demoIn(data)
      await serving({ ...settings, FORMWORK_DATA_DIR: data }, async (address, running) => {
        await walk(address, running)
        await paste(folder, running)
      })
    })
  )
)

it.live("on a Postgres server, by one process and by several behind one port", () =>
  Effect.gen(function* () {
    for (const processes of ["1", "2"]) {
      const { admin } = yield* TestServer.migrated
      const env = {
        ...settings,
        DATABASE_URL: Redacted.value(admin),
        KEY_PEPPER: "a pepper of at least 32 characters",
        PROCESSES: processes
      }
      yield* Effect.promise(() => serving(env, walk))
    }
  }).pipe(Effect.scoped)
)

it.live(
  "without OPERATOR_TOKEN_HASH there is nothing at these addresses, and a wrong one is refused at the start",
  () =>
    Effect.promise(() =>
      inDemo(async (data) => {
        const wrong = await run(["serve"], { FORMWORK_DATA_DIR: data, OPERATOR_TOKEN_HASH: operator })
        assert.strictEqual(wrong.code, 1)
        assert.match(wrong.stderr, /^OPERATOR_TOKEN_HASH must be 64 hexadecimal digits[^\n]*\n$/u)
        assert.notInclude(wrong.stderr, operator)
        await serving({ FORMWORK_DATA_DIR: data }, async (_address, running) => {
          const response = await fetch(`${await adminOf(running)}/api/platform/${organisations}`, {
            headers: { authorization: `Bearer ${operator}` }
          })
          assert.strictEqual(response.status, 404)
        })
      })
    )
)

/** The commands of docs/backup.md, run as they stand there: from one server to another. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import * as Fixture from "@formwork/contract/Fixture"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import * as Month from "../src/database/months/Month.ts"
import * as Retention from "../src/database/months/Retention.ts"
import * as Server from "../src/database/Server.ts"
import * as Cluster from "../src/testing/Cluster.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import { ports } from "./Subject.ts"

const page = readFileSync(new URL("../../../docs/backup.md", import.meta.url), "utf8")

/** The commands of the page under one mark, in order. */
const commands = (mark: string): string =>
  [...page.matchAll(new RegExp(`<!-- ${mark} -->\\n\\n\`\`\`sh\\n([^\`]+)\`\`\``, "gu"))]
    .map(([, text]) => text)
    .join("")

const run = promisify(execFile)

// Not synchronously: the second server writes its errors to a pipe that this process has to empty.
const shell = (script: string, folder: string, env: Readonly<Record<string, string>>) =>
  Effect.tryPromise(() => run("/bin/sh", ["-ec", script], { cwd: folder, env: { ...process.env, ...env } }))

/** A folder for dumps, and a second server with an empty database. */
const place = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "formwork-backup-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
  )
  const { bin, url } = yield* Effect.promise(() => Cluster.start())
  const sql = yield* TestServer.connect(Redacted.make(url))
  const fresh = Effect.fnUntraced(function* (name: string) {
    yield* sql.unsafe(`create database ${name}`).unprepared
    const to = new URL(url)
    to.pathname = `/${name}`
    return to.href
  })
  return { folder, fresh, path: [bin, process.env["PATH"]].join(delimiter) }
})

const filed = Effect.fnUntraced(function* (owner: Parameters<typeof Fixture.liveForm>[0]) {
  const store = yield* SubmissionStore
  const { version } = yield* Fixture.liveForm(owner)
  return Effect.gen(function* () {
    const outcome = yield* store.file(owner, yield* Fixture.filing(version))
    return outcome._tag === "Filed" ? outcome.submission.referenceNumber : yield* Effect.die(new Error(outcome._tag))
  })
})

const number = (reference: string): number => Number(/\d+/u.exec(reference)?.[0])

it.live(
  "what is dumped and restored as the page says is served, and no reference number is given twice",
  () =>
    Effect.gen(function* () {
      const { admin } = yield* TestServer.migrated
      const { folder, fresh, path } = yield* place
      const source = yield* Layer.build(ports(TestServer.whole(admin)))
      const { file, token } = yield* Effect.gen(function* () {
        const owner = yield* Fixture.owner
        return { file: yield* filed(owner), token: (yield* Fixture.newKey(owner, ["submission:write"])).token }
      }).pipe(Effect.provideContext(source))
      // Tables that are divided by months are dumped and restored with their parts.
      yield* Retention.retain(admin, { audit: 24, attempts: 6 }, Month.of(new Date()), false)
      const before = yield* Effect.provideContext(file, source)

      const env = { PATH: path, ADMIN_URL: Redacted.value(admin) }
      yield* shell(commands("backup"), folder, env)
      const lost = yield* Effect.provideContext(file, source)
      assert.strictEqual(number(lost), number(before) + 1)

      // Without the roles nothing keeps organisations apart: refused, whatever an administrator grants afterwards.
      const bare = yield* fresh("bare")
      yield* Effect.flip(shell('pg_restore --dbname="$NEW_URL" formwork.dump', folder, { ...env, NEW_URL: bare }))
      const early = yield* Effect.flip(Server.migrate(Redacted.make(bare)))
      assert.match(early.message, /is not as the migrations make it: .*row security of role formwork_api is missing/u)

      const url = yield* fresh("forms")
      yield* shell(commands("restore"), folder, { ...env, NEW_URL: url })
      const restored = Redacted.make(url)
      assert.deepStrictEqual(yield* Server.migrate(restored), [])
      assert.match((yield* Effect.flip(Server.migrate(Redacted.make(bare)))).message, /the owner of table formwork\./u)

      const target = yield* Layer.build(Layer.fresh(ports(TestServer.whole(restored))))
      assert.strictEqual(yield* Effect.provideContext(Fixture.verdict(token), target), "good")
      const sql = yield* TestServer.connect(restored)
      const [kept] = yield* sql`select count(*)::integer as n from formwork.submissions`
      assert.deepStrictEqual(kept, { n: 1 })
      const [rights] =
        yield* sql`select has_database_privilege('formwork_api', current_database(), 'temporary') as temporary`
      assert.deepStrictEqual(rights, { temporary: false })
      const counter = yield* sql`select last_number::integer as last from formwork.reference_counters`
      assert.deepStrictEqual(
        counter.map((row) => row),
        [{ last: number(before) + 1000 }]
      )
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([]))),
  60_000
)

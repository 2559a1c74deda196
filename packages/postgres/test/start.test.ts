/** Starting on a server: what is refused, and with which sentence. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Logger, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import * as MigrationFiles from "../src/database/MigrationFiles.ts"
import * as Server from "../src/database/Server.ts"
import { StartRefused } from "../src/database/StartRefused.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import { TenantDatabase, whole } from "../src/database/TenantDatabase.ts"
import * as Unreleased from "./Unreleased.ts"

/** One database for all tests. Each test leaves it usable for the next. */
class Database extends Context.Service<Database, TestServer.Database>()("test/Database") {
  static readonly layer = Layer.effect(Database, TestServer.empty)
}

type Url = Redacted.Redacted<string>

const changed = (url: Url, change: (url: URL) => void): Url => {
  const other = new URL(Redacted.value(url))
  change(other)
  return Redacted.make(other.href)
}

const start = (url: Url) => Effect.scoped(Layer.build(Server.layer(url)))

const refused = Effect.fnUntraced(function* (url: Url) {
  const refusal = yield* Effect.flip(start(url))
  assert.instanceOf(refusal, StartRefused)
  assert.notInclude(JSON.stringify(refusal), new URL(Redacted.value(url)).password || "no password")
  return refusal
})

const admin = Effect.fnUntraced(function* (statement: string) {
  const { admin: url } = yield* Database
  return yield* Effect.scoped(Effect.flatMap(TestServer.connect(url), (sql) => sql.unsafe(statement).unprepared))
})

/** A login without rights, dropped when the scope closes. */
const login = Effect.gen(function* () {
  const { admin: url } = yield* Database
  const name = `formwork_test_${randomBytes(6).toString("hex")}`
  const database = new URL(Redacted.value(url)).pathname.slice(1)
  yield* Effect.acquireRelease(admin(`create role ${name} login password 'right'`), () =>
    Effect.ignore(Effect.andThen(admin(`drop owned by ${name}`), admin(`drop role ${name}`)))
  )
  return { name, database, url: changed(url, (to) => Object.assign(to, { username: name, password: "right" })) }
})

layer(Layer.merge(Database.layer, Logger.layer([])), { excludeTestServices: true })("starting on a server", (it) => {
  it.effect("a migration without the rights says what an administrator has to run, and succeeds after that", () =>
    Effect.gen(function* () {
      const { url } = yield* login
      const refusal = yield* Effect.flip(Server.migrate(url))
      assert.strictEqual(refusal._tag, "MigrationRefused")
      assert.match(refusal.message, /may not prepare this database for Formwork\. Let an administrator run: /u)
      if (refusal._tag !== "MigrationRefused" || refusal.sql === undefined) return assert.fail("no SQL")
      for (const statement of refusal.sql.split("\n")) yield* admin(statement)
      const names = (yield* MigrationFiles.known).map(({ name }) => name)
      assert.deepStrictEqual((yield* Server.status(url)).pending, names)
      assert.deepStrictEqual(yield* Server.migrate(url), names)
      assert.deepStrictEqual(yield* Server.migrate(url), [])
      assert.deepStrictEqual(yield* Server.status(url), {
        applied: names,
        pending: [],
        unknown: [],
        isServed: true,
        unreleased: []
      })
      yield* admin("drop schema formwork cascade")
      yield* admin("drop schema formwork_auth cascade")
    }).pipe(Effect.scoped)
  )

  it.effect("a database without the schema is refused: run `formwork migrate`", () =>
    Effect.gen(function* () {
      const { admin: url } = yield* Database
      const refusal = yield* refused(url)
      assert.strictEqual(refusal.reason, "not_migrated")
      assert.match(
        refusal.message,
        /^The database at 127\.0\.0\.1:\d+\/\w+ has no Formwork schema; run `formwork migrate` first\.$/u
      )
    })
  )

  it.effect("migrations of many processes at once run once", () =>
    Effect.gen(function* () {
      const { admin: url } = yield* Database
      const ran = yield* Effect.all(
        Array.from({ length: 4 }, () => Server.migrate(url)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(ran.map((names) => names.length).sort(), [0, 0, 0, (yield* MigrationFiles.known).length])
      yield* start(url)
    })
  )

  it.effect("databases of one server can be migrated at the same time", () =>
    Effect.gen(function* () {
      const databases = yield* Effect.all(Array.from({ length: 4 }, () => TestServer.empty))
      yield* Effect.forEach(databases, ({ admin: url }) => Server.migrate(url), { concurrency: "unbounded" })
    }).pipe(Effect.scoped)
  )

  it.effect("a server runs as formwork_api even where the login is a superuser", () =>
    Effect.gen(function* () {
      const { admin: url } = yield* Database
      const database = Context.get(yield* Layer.build(Server.layer(url)), TenantDatabase)
      const organisationId = OrganisationId.make("01900001-0000-7000-8000-000000000000")
      for (const lane of ["read", "write"] as const) {
        const [row] = yield* database.call(lane, whole(organisationId), (sql) => sql`select current_user::text as role`)
        assert.deepStrictEqual(row, { role: "formwork_api" })
      }
    }).pipe(Effect.scoped)
  )

  it.effect("a server that cannot be reached and a malformed address are refused", () =>
    Effect.gen(function* () {
      const { admin: url } = yield* Database
      for (const wrong of [
        changed(url, (to) => Object.assign(to, { port: "1" })),
        Redacted.make("postgres://nowhere.invalid/x"),
        Redacted.make("what?")
      ]) {
        const refusal = yield* Effect.flip(start(wrong))
        assert.strictEqual(refusal.reason, "unreachable")
        assert.match(refusal.message, /^The database at .+ cannot be reached: .+\.$/u)
      }
      const missing = yield* refused(changed(url, (to) => Object.assign(to, { pathname: "/formwork_is_not_here" })))
      assert.strictEqual(missing.reason, "unreachable")
      assert.include(missing.message, 'database "formwork_is_not_here" does not exist')
    })
  )

  it.effect("a wrong password is refused, and the message does not contain it", () =>
    Effect.gen(function* () {
      const { url } = yield* login
      const refusal = yield* refused(changed(url, (to) => Object.assign(to, { password: "wr0ng" })))
      assert.strictEqual(refusal.reason, "denied")
      assert.include(refusal.message, "password authentication failed")
    }).pipe(Effect.scoped)
  )

  it.effect("a server that starts while every connection is taken waits for one", () =>
    Effect.gen(function* () {
      const { name, url } = yield* login
      const { admin: whole } = yield* Database
      yield* Server.migrate(whole)
      yield* admin(`grant formwork_api to ${name}`)
      yield* admin(`alter role ${name} connection limit 0`)
      const starting = yield* Effect.forkChild(start(url))
      yield* Effect.sleep("300 millis")
      yield* admin(`alter role ${name} connection limit -1`)
      yield* Fiber.join(starting)
    }).pipe(Effect.scoped)
  )

  it.effect("a login that may not run as formwork_api is refused with the grant that it lacks", () =>
    Effect.gen(function* () {
      const { name, url } = yield* login
      const refusal = yield* refused(url)
      assert.strictEqual(refusal.reason, "denied")
      const grant = `grant formwork_api to "${name}";`
      assert.include(refusal.message, grant)
      yield* admin(grant)
      yield* start(url)
    }).pipe(Effect.scoped)
  )

  it.effect("a database that is older or newer than this program is refused", () =>
    Effect.gen(function* () {
      const { admin: url } = yield* Database
      yield* admin("insert into formwork.migrations (id, name, sha256) values (9999, '9999_tomorrow.sql', '')")
      const newer = yield* refused(url)
      assert.strictEqual(newer.reason, "newer")
      assert.include(newer.message, "has the migration 9999_tomorrow.sql, which this program does not know")
      assert.include((yield* Effect.flip(Server.migrate(url))).message, "9999_tomorrow.sql")
      yield* admin("delete from formwork.migrations where id = 9999")
      const last = (yield* MigrationFiles.known).at(-1) ?? assert.fail("this program has no migrations")
      yield* admin(`update formwork.migrations set sha256 = 'other' where id = ${last.id}`)
      assert.include((yield* Effect.flip(Server.migrate(url))).message, `The migration ${last.name} was changed after`)
      yield* admin(`delete from formwork.migrations where id = ${last.id}`)
      const older = yield* refused(url)
      assert.strictEqual(older.reason, "not_migrated")
      assert.include(older.message, `lacks the migration ${last.name}; run \`formwork migrate\` first.`)
      yield* admin(
        `insert into formwork.migrations (id, name, sha256) values (${last.id}, '${last.name}', '${last.sha256}')`
      )
    })
  )

  it.effect("a database from before the first release is refused: drop it and start again", () =>
    Effect.gen(function* () {
      const { admin: url } = yield* TestServer.migrated
      yield* Effect.scoped(Effect.flatMap(TestServer.connect(url), (sql) => sql.unsafe(Unreleased.ledger).unprepared))
      const sentence =
        /is from before the first release \(it has the migration 0002_tables\.sql\), and its data cannot be carried over: delete the data folder, or on a server drop the database, and start again\.$/u
      const migration = yield* Effect.flip(Server.migrate(url))
      assert.strictEqual(migration._tag, "MigrationRefused")
      assert.match(migration.message, sentence)
      const server = yield* refused(url)
      assert.strictEqual(server.reason, "unreleased")
      assert.match(server.message, sentence)
    }).pipe(Effect.scoped)
  )

  // On a shared server this would take row security off other users' roles while it runs.
  it.effect.skipIf(process.env["TEST_DATABASE_URL"] !== undefined)(
    "a role that row security would not apply to is refused",
    () =>
      Effect.gen(function* () {
        const { admin: url } = yield* Database
        for (const power of ["bypassrls", "superuser"]) {
          yield* admin(`alter role formwork_api ${power}`)
          const refusal = yield* refused(url).pipe(
            Effect.ensuring(Effect.orDie(admin(`alter role formwork_api no${power}`)))
          )
          assert.strictEqual(refusal.reason, "privileged")
          assert.include(refusal.message, "alter role formwork_api nosuperuser nobypassrls;")
        }
      })
  )

  it.effect.skipIf(process.env["TEST_DATABASE_URL"] !== undefined)(
    "a role that may become an owner, or one that works for all organisations, is refused, directly or through others, until an administrator has run what it says",
    () =>
      Effect.gen(function* () {
        const { admin: url } = yield* Database
        yield* Server.migrate(url)
        const maker = yield* login
        yield* admin(`alter role ${maker.name} createrole`)
        const asMaker = (statement: string) =>
          Effect.scoped(Effect.flatMap(TestServer.connect(maker.url), (sql) => sql.unsafe(statement).unprepared))
        const between = `${maker.name}_made`
        yield* Effect.acquireRelease(asMaker(`create role ${between}`), () =>
          Effect.ignore(admin(`drop role ${between}`))
        )
        yield* admin(`grant formwork_filing to ${between}`)
        const running = <A>(built: Layer.Layer<A, StartRefused>) => Effect.asVoid(Effect.scoped(Layer.build(built)))
        for (const [role, starting] of [
          ["formwork_api", running(Server.layer(url))],
          ["formwork_worker", running(Server.layerWorker(url))],
          ["formwork_operator", running(Server.layerOperator(url))]
        ] as const) {
          const seeing = role === "formwork_api" ? ["formwork_worker", "formwork_operator"] : []
          for (const [granted, grants, revoke, that] of [
            ["formwork_owner", admin, `revoke formwork_owner from ${role};`, "owns"],
            ["formwork_auth", admin, `revoke formwork_auth from ${role};`, "owns"],
            [between, asMaker, `revoke ${between} from ${role} granted by ${maker.name};`, "owns"],
            ...seeing.map(
              (other) => [other, admin, `revoke ${other} from ${role};`, "works for all organisations"] as const
            )
          ] as const) {
            yield* grants(`grant ${granted} to ${role}`)
            const refusal = yield* Effect.flip(starting).pipe(
              Effect.onError(() => Effect.ignore(admin(`revoke ${granted} from ${role}`)))
            )
            assert.strictEqual(refusal.reason, "privileged")
            assert.include(refusal.message, `The role ${role} is a member of a role that ${that}`)
            assert.include(refusal.message, revoke)
            const [, remedy = "nothing to run"] = /administrator run: (.*)$/u.exec(refusal.message) ?? []
            yield* admin(remedy)
            yield* starting
          }
        }
      }).pipe(Effect.scoped)
  )

  it.effect.skipIf(process.env["TEST_DATABASE_URL"] !== undefined)(
    "a migration as the service's own login is refused, and advises no grant",
    () =>
      Effect.gen(function* () {
        yield* TestServer.migrated // the server has the roles
        const { admin: url } = yield* TestServer.empty
        for (const role of ["formwork_api", "formwork_worker", "formwork_operator"]) {
          yield* admin(`alter role ${role} password 'own'`)
          const own = changed(url, (to) => Object.assign(to, { username: role, password: "own" }))
          const refusal = yield* Effect.flip(Server.migrate(own)).pipe(
            Effect.ensuring(Effect.orDie(admin(`alter role ${role} password null`)))
          )
          assert.strictEqual(
            refusal.message,
            `${role} is the login of the service, which row security has to bind; migrate as a role that may create roles.`
          )
          assert.isUndefined(refusal._tag === "MigrationRefused" ? refusal.sql : "another refusal")
        }
      }).pipe(Effect.scoped)
  )
})

/** What an address of a database may say. */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Address from "../src/database/Address.ts"

const parse = (text: string) => Address.parse(Redacted.make(text))

const shown = Effect.fnUntraced(function* (text: string) {
  const { places, shown, url, wanted } = yield* parse(text)
  return { places: places.map(Address.shownOf), shown, url: Redacted.value(url), wanted }
})

it.effect("several hosts stand with commas between, each with its port", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* shown("postgres://me:p%40ss@one:5433,two,[::1]:5434/forms?sslmode=disable"), {
      places: ["one:5433", "two:5432", "[::1]:5434"],
      shown: "one:5433,two:5432,[::1]:5434/forms",
      url: "postgres://me:p%40ss@localhost/forms?sslmode=disable",
      wanted: "read-write"
    })
  })
)

it.effect("hosts and ports may be parameters, one port for all hosts or one for each", () =>
  Effect.gen(function* () {
    const one = yield* shown("postgresql:///forms?host=one,two&port=5433&target_session_attrs=primary")
    assert.deepStrictEqual([one.places, one.wanted], [["one:5433", "two:5433"], "primary"])
    const each = yield* shown("postgres://me@/forms?host=one,/var/run&port=5433,5434&target_session_attrs=any")
    assert.deepStrictEqual([each.places, each.wanted], [["one:5433", "/var/run:5434"], "any"])
    assert.deepStrictEqual((yield* shown("postgres://me@db/forms")).places, ["db:5432"])
  })
)

it.effect("a parameter without effect is refused by name, and so is a session that could not write", () =>
  Effect.gen(function* () {
    for (const [text, sentence] of [
      [
        "postgres://db/forms?sslrootcert=x&sslmode=require",
        /has the parameter sslrootcert, which Formwork does not honour/u
      ],
      ["postgres://db/forms?a=1&b=2&a=3", /has the parameters a, b, which Formwork does not honour; remove them\./u],
      ["postgres://db/forms?target_session_attrs=standby", /has target_session_attrs=standby, but Formwork writes/u]
    ] as const) {
      const refusal = yield* Effect.flip(parse(text))
      assert.strictEqual(refusal.reason, "not_honoured")
      assert.match(refusal.message, sentence)
    }
  })
)

it.effect("an address for reads may ask for a standby as libpq does, and for nothing else", () =>
  Effect.gen(function* () {
    for (const query of [
      "",
      "?target_session_attrs=standby",
      "?target_session_attrs=prefer-standby&host=a,b",
      "?target_session_attrs=any"
    ])
      assert.strictEqual(
        (yield* Address.parse(Redacted.make(`postgres://db/forms${query}`), "reads")).wanted,
        "standby"
      )
    for (const wrong of ["read-write", "primary", "read-only"]) {
      const url = Redacted.make(`postgres://db/forms?target_session_attrs=${wrong}`, { label: "DATABASE_READ_URL" })
      const refusal = yield* Effect.flip(Address.parse(url, "reads"))
      assert.strictEqual(
        refusal.message,
        `The address of DATABASE_READ_URL has target_session_attrs=${wrong}, but Formwork reads a standby there: ` +
          "use standby, prefer-standby or any, or leave it out."
      )
    }
  })
)

it.effect("a refusal names where the address was given, if that is known", () =>
  Effect.gen(function* () {
    for (const [text, named, unnamed] of [
      [
        "what?",
        "The database at the address of WORKER_DATABASE_URL cannot be reached: it is not a URL",
        "The database at the address given cannot be reached: it is not a URL"
      ],
      [
        "postgres://db/forms?a=1",
        "The address of WORKER_DATABASE_URL has the parameter a",
        "The address of the database has the parameter a"
      ]
    ] as const) {
      const url = Redacted.make(text, { label: "WORKER_DATABASE_URL" })
      assert.include((yield* Effect.flip(Address.parse(url))).message, named)
      assert.include((yield* Effect.flip(parse(text))).message, unnamed)
    }
  })
)

it.effect("a malformed address is refused without its password", () =>
  Effect.gen(function* () {
    for (const text of [
      "what?",
      "postgres://me:hunter22@one:port/x",
      "postgres://me:hunter22@/x?host=a,b,c&port=1,2"
    ]) {
      const refusal = yield* Effect.flip(parse(text))
      assert.strictEqual(refusal.reason, "unreachable")
      assert.notInclude(refusal.message, "hunter22")
    }
  })
)

/** How a password is hashed and verified. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Redacted, Result, Schema } from "effect"
import { Digest, Kdf, SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import {
  Password,
  PasswordHash,
  PasswordHasher,
  PasswordRecipe,
  argon2id,
  recipeOf
} from "@formwork/domain/credentials/PasswordHasher"

const pbkdf2 = (iterations: number) => Kdf.pbkdf2({ hash: Digest.sha256, iterations })

/** The arguments of one derivation. */
type Derivation = Parameters<Kdf.Kdf["Service"]["derive"]>

/** Records derivations. Web Crypto has no Argon2id: PBKDF2 with the costs mixed into the salt takes its place. */
const recording = (derivations: Array<Derivation>) =>
  Layer.effect(
    Kdf.Kdf,
    Effect.map(Kdf.Kdf, ({ derive }) =>
      Kdf.Kdf.of({
        derive: (algorithm, secret, options) => {
          derivations.push([algorithm, secret, options])
          if (algorithm._tag !== "Argon2id") return derive(algorithm, secret, options)
          const { memory, parallelism, passes } = algorithm
          const salt = Uint8Array.from([...options.salt, memory % 251, passes, parallelism])
          return derive(pbkdf2(1), secret, { ...options, salt })
        }
      })
    )
  ).pipe(Layer.provide(Kdf.layerWebCrypto))

const hasher = (algorithm?: Kdf.Algorithm, derivations: Array<Derivation> = [], atOnce?: number) =>
  PasswordHasher.layer(algorithm, atOnce).pipe(
    Layer.provide(Layer.merge(recording(derivations), SecureRandom.layerWebCrypto))
  )

const right = Redacted.make("correct horse battery")
const hash = (algorithm: Kdf.Algorithm, password = right) =>
  PasswordHasher.use((passwords) => passwords.hash(password)).pipe(Effect.provide(hasher(algorithm)))

const argon2 = (memory: number, passes: number, parallelism: number) => Kdf.argon2id({ memory, passes, parallelism })

/** Whether `password` comes to the stored hash. */
const verifies = Effect.fnUntraced(function* (password: Redacted.Redacted<string>, stored: PasswordHash) {
  return (yield* (yield* PasswordHasher).derive(password, recipeOf(stored))) === stored
})

it.effect("only its own password comes to a hash again, with whatever costs it was made", () =>
  Effect.gen(function* () {
    for (const algorithm of [pbkdf2(1), pbkdf2(20), argon2(8, 1, 1), argon2(19_456, 12, 10)]) {
      const stored = yield* hash(algorithm)
      assert.isTrue(yield* verifies(right, stored), stored)
      assert.isFalse(yield* verifies(Redacted.make("correct horse batterz"), stored), stored)
      assert.notStrictEqual(stored, yield* hash(algorithm), "a salt of its own")
    }
    const changed = (yield* hash(argon2(19_456, 2, 1))).replace("m=19456,t=2", "m=19456,t=3")
    assert.isFalse(yield* verifies(right, PasswordHash.make(changed)))
  }).pipe(Effect.provide(hasher(pbkdf2(5))))
)

it.effect("a hash is a PHC string that says how it was made, with 16 bytes of salt and 32 of hash", () =>
  Effect.gen(function* () {
    assert.match(yield* hash(pbkdf2(1_000)), /^\$pbkdf2-sha256\$i=1000\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/u)
    assert.match(
      yield* hash(argon2id),
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/u,
      "RFC 9106"
    )
    const exit = yield* Effect.exit(hash(Kdf.hkdfSha256))
    assert.isTrue(Exit.hasDies(exit))
    assert.include(String(Exit.findDefect(exit)), "passwords are hashed with Argon2id or PBKDF2")
  })
)

it.effect("a password is normalised and then hashed in UTF-8", () =>
  Effect.gen(function* () {
    const passwords = yield* PasswordHasher
    const stored = yield* passwords.hash(Redacted.make("cafe\u0301 ﬁnanciers 😀"))
    assert.isTrue(yield* verifies(Redacted.make("caf\u00e9 financiers 😀"), stored))
    assert.isFalse(yield* verifies(Redacted.make("cafe financiers 😀"), stored))
  }).pipe(Effect.provide(hasher(pbkdf2(1))))
)

it.effect("without a recipe a password comes to the hash of nobody, for the same cost", () => {
  const derivations: Array<Derivation> = []
  return Effect.gen(function* () {
    const passwords = yield* PasswordHasher
    const costs = Effect.fnUntraced(function* (recipe: PasswordRecipe | undefined, password: string) {
      derivations.length = 0
      yield* passwords.derive(Redacted.make(password), recipe)
      return derivations.map(([algorithm, , { length, salt }]) => [algorithm, length, salt.length])
    })
    const stored = yield* passwords.hash(right)
    assert.notStrictEqual(yield* passwords.derive(right, undefined), stored)
    const known = yield* costs(recipeOf(stored), "nobody's password")
    assert.deepStrictEqual(known, [[pbkdf2(3), 32, 16]])
    assert.deepStrictEqual(yield* costs(undefined, "nobody's password"), known)
    assert.deepStrictEqual(yield* costs(undefined, ""), known)
  }).pipe(Effect.provide(hasher(pbkdf2(3), derivations)))
})

it.effect("a malformed recipe is a defect, not a wrong password", () =>
  Effect.gen(function* () {
    const passwords = yield* PasswordHasher
    const good = recipeOf(yield* hash(pbkdf2(10)))
    const argon = recipeOf(yield* hash(argon2(80, 10, 10)))
    for (const stored of [
      "",
      "x",
      ` ${good}`,
      `x${good}`,
      `${good}$AAAA`,
      `${good}!`,
      good.replace("sha256", "sha512"),
      good.replace("i=10", "i="),
      good.replace("i=10", "i=-1"),
      good.replace(/\$[^$]+$/u, "$"),
      good.replace(/\$[^$]+$/u, "$!"),
      good.replace(/\$[^$]+$/u, "$=="),
      good.replace(/\$[^$]+$/u, "$A"),
      `${good}=`,
      good.replace(/\$[^$]+$/u, ""),
      `x${argon}`,
      `${argon}$AAAA`,
      argon.replace("v=19", "v=16"),
      argon.replace("m=80", "m="),
      argon.replace("t=10", "t=x"),
      argon.replace("p=10", "p="),
      argon.replace(/\$[^$]+$/u, "$"),
      argon.replace("argon2id", "argon2i")
    ]) {
      const exit = yield* Effect.exit(passwords.derive(right, PasswordRecipe.make(stored)))
      assert.isTrue(Exit.hasDies(exit), stored)
      assert.include(
        String(Exit.findDefect(exit)),
        "a stored password is not a PHC string of a known algorithm",
        stored
      )
    }
  }).pipe(Effect.provide(hasher(pbkdf2(1))))
)

const fromNetwork = (network: string) =>
  Effect.provideService(CurrentRequest, { requestId: undefined, address: undefined, network })

it.effect("at most the configured number of passwords is hashed at the same time, of different networks", () =>
  Effect.gen(function* () {
    let [running, most] = [0, 0]
    const slow = Layer.succeed(Kdf.Kdf, {
      derive: (_algorithm, _secret, { length }) =>
        Effect.suspend(() => {
          most = Math.max(most, ++running)
          return Effect.as(Effect.yieldNow, new Uint8Array(length))
        }).pipe(Effect.ensuring(Effect.sync(() => void running--)))
    })
    for (const [places, expected] of [
      [undefined, 2],
      [1, 1],
      [3, 3]
    ] as const) {
      most = 0
      const layer = PasswordHasher.layer(pbkdf2(1), places).pipe(
        Layer.provide(Layer.merge(slow, SecureRandom.layerWebCrypto))
      )
      yield* Effect.gen(function* () {
        const passwords = yield* PasswordHasher
        const fibers = yield* Effect.forEach([1, 2, 3, 4, 5], (place) =>
          Effect.forkChild(fromNetwork(`192.0.2.${place}`)(passwords.hash(right)))
        )
        yield* Effect.forEach(fibers, Fiber.join)
        assert.strictEqual(most, expected)
        most = 0
        yield* Effect.forEach([1, 2, 3], () => fromNetwork("192.0.2.1")(passwords.hash(right)), {
          concurrency: "unbounded"
        })
        assert.strictEqual(most, 1)
      }).pipe(Effect.provide(layer))
    }
  })
)

it.effect("a crowd of sign-ins from one network does not keep another network's waiting", () =>
  Effect.gen(function* () {
    const gates: Array<Deferred.Deferred<void>> = []
    const gated = Layer.succeed(Kdf.Kdf, {
      derive: (_algorithm, _secret, { length }) =>
        Effect.suspend(() => {
          const gate = Deferred.makeUnsafe<void>()
          gates.push(gate)
          return Effect.as(Deferred.await(gate), new Uint8Array(length))
        })
    })
    const layer = PasswordHasher.layer(pbkdf2(1), 2).pipe(
      Layer.provide(Layer.merge(gated, SecureRandom.layerWebCrypto))
    )
    const reason = "too many wait for a password that is hashed"
    yield* Effect.gen(function* () {
      const passwords = yield* PasswordHasher
      const derive = (network: string) =>
        Effect.forkChild(fromNetwork(network)(Effect.exit(passwords.derive(right, undefined))))
      const crowd = yield* Effect.forEach(Array.from({ length: 40 }), () => derive("192.0.2.1"))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(gates.length, 1)
      const refused = yield* Fiber.join(crowd.at(-1) ?? assert.fail())
      assert.deepInclude(Exit.findDefect(refused), { success: new Unavailable({ reason }) })
      const other = yield* derive("198.51.100.1")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(gates.length, 2)
      yield* Deferred.succeed(gates[1] ?? assert.fail(), undefined)
      assert.isTrue(Exit.isSuccess(yield* Fiber.join(other)))
    }).pipe(Effect.provide(layer))
  })
)

it("a password has 12 to 200 characters of any kind but control characters", () => {
  const is = Schema.is(Password)
  for (const good of ["x".repeat(12), "x".repeat(200), "😀".repeat(12), "😀".repeat(200), " ".repeat(12)])
    assert.isTrue(is(good), good)
  for (const bad of ["", "x".repeat(11), "x".repeat(201), `${"x".repeat(12)}\n`, `\u0000${"x".repeat(12)}`])
    assert.isFalse(is(bad), JSON.stringify(bad))
  assert.isFalse(is(`${"x".repeat(12)}\ud800`))
  const said = Schema.decodeUnknownResult(Password)("short")
  assert.include(Result.isFailure(said) ? String(said.failure) : "", "12 to 200 characters, none of them a control")
})

/** Secrets at rest: a sealed secret opens only for its own organisation and name. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import { Aead, SecureRandom } from "effect/crypto"
import { SecretName, SecretValue } from "@formwork/domain/secrets/Secret"
import { type CipherKey, SealedSecret, SecretCipher } from "@formwork/domain/secrets/SecretCipher"
import { OrganisationId } from "@formwork/domain/callers/Ids"

const crypto = Aead.layerWebCrypto.pipe(Layer.provideMerge(SecureRandom.layerWebCrypto))

const key = (id: string, byte: number): CipherKey => ({ id, key: Redacted.make(new Uint8Array(32).fill(byte)) })
const [first, second] = [key("a", 1), key("b", 2)]

/** The service under these keys. */
const under = (...keys: readonly [CipherKey, ...ReadonlyArray<CipherKey>]) =>
  Effect.provide(SecretCipher, SecretCipher.layer(keys).pipe(Layer.provide(crypto)))

const Value = Schema.String.check(Schema.isPattern(/^[!-~]{1,40}$/u))
const runs = { arbitrary: { runs: 60 } }
const value = (text: string) => Redacted.make(SecretValue.make(text))

it.effect.prop(
  "a sealed secret opens again, also from JSON and under a key that is no longer the current one",
  [OrganisationId, SecretName, Value],
  ([organisationId, name, text]) =>
    Effect.gen(function* () {
      const before = yield* under(first)
      const after = yield* under(second, first)
      const sealed = yield* before.seal(organisationId, name, value(text))
      assert.strictEqual(sealed.keyId, "a")
      const codec = Schema.toCodecJson(SealedSecret)
      const stored = JSON.stringify(yield* Schema.encodeEffect(codec)(sealed))
      const read = yield* Schema.decodeUnknownEffect(codec)(JSON.parse(stored))
      assert.strictEqual(Redacted.value(yield* after.open(organisationId, name, read)), text)
      assert.strictEqual((yield* after.seal(organisationId, name, value(text))).keyId, "b")
    }),
  runs
)

it.effect.prop(
  "a secret opens in no other organisation, under no other name and under no other key",
  [OrganisationId, SecretName, Value, OrganisationId, SecretName],
  ([organisationId, name, text, otherOrganisation, otherName]) =>
    Effect.gen(function* () {
      const cipher = yield* under(first, second)
      const sealed = yield* cipher.seal(organisationId, name, value(text))
      const wrong = [
        ...(otherOrganisation === organisationId ? [] : [cipher.open(otherOrganisation, name, sealed)]),
        ...(otherName === name ? [] : [cipher.open(organisationId, otherName, sealed)]),
        cipher.open(organisationId, name, { ...sealed, keyId: "b" }),
        cipher.open(organisationId, name, { ...sealed, keyId: "c" }),
        (yield* under(second)).open(organisationId, name, sealed),
        (yield* under({ ...second, id: "a" })).open(organisationId, name, sealed)
      ]
      for (const attempt of wrong) assert.strictEqual((yield* Effect.flip(attempt))._tag, "SecretUnreadable")
    }),
  runs
)

it.effect.prop(
  "a sealed secret with a changed, missing or added byte does not open",
  [OrganisationId, SecretName, Value, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000 }))],
  ([organisationId, name, text, seed]) =>
    Effect.gen(function* () {
      const cipher = yield* under(first)
      const sealed = yield* cipher.seal(organisationId, name, value(text))
      const flip = (bytes: Uint8Array) =>
        bytes.map((byte, index) => (index === seed % bytes.length ? byte ^ (1 << (seed % 8)) : byte))
      const { ciphertext, nonce } = sealed
      for (const damage of [
        { ciphertext: flip(ciphertext) },
        { nonce: flip(nonce) },
        { ciphertext: ciphertext.slice(1) },
        { ciphertext: new Uint8Array([...ciphertext, 0]) },
        { ciphertext: new Uint8Array(0) },
        { nonce: new Uint8Array(0) },
        { nonce: new Uint8Array([...nonce, 0]) }
      ]) {
        const attempt = cipher.open(organisationId, name, { ...sealed, ...damage })
        assert.strictEqual((yield* Effect.flip(attempt))._tag, "SecretUnreadable")
      }
    }),
  runs
)

it.effect("a secret sealed twice has different bytes, and an opened secret is not printed", () =>
  Effect.gen(function* () {
    const cipher = yield* under(first)
    const organisationId = OrganisationId.make("01890a5d-ac96-774b-bcce-b302099a8057")
    const one = yield* cipher.seal(organisationId, "crm", value("correct horse battery"))
    const other = yield* cipher.seal(organisationId, "crm", value("correct horse battery"))
    assert.notDeepEqual(one.nonce, other.nonce)
    assert.notDeepEqual(one.ciphertext, other.ciphertext)
    assert.lengthOf(one.ciphertext, "correct horse battery".length + 16)
    const opened = yield* cipher.open(organisationId, "crm", one)
    assert.notInclude(String(opened) + JSON.stringify(opened), "horse")
  })
)

it.effect("a cipher key that is not 32 bytes long is a defect", () =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(under({ id: "a", key: Redacted.make(new Uint8Array(31)) }))
    assert.strictEqual(exit._tag, "Failure")
  })
)

it("a secret's value cannot end a header", () => {
  const is = Schema.is(SecretValue)
  for (const good of ["x", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "two words", "x".repeat(4_096)])
    assert.isTrue(is(good), good)
  for (const bad of ["", " ", " x", "x ", "a\r\nb", "a\nb", "a\u0000", "ä", "x".repeat(4_097)])
    assert.isFalse(is(bad), bad)
})

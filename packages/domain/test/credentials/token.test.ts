/** Tokens: what they look like, and what makes one malformed (spec/http.md §3.1). */
import { assert, it } from "@effect/vitest"
import { Effect, Option, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { crc32 } from "@formwork/domain/credentials/Crc32"
import * as Base62 from "@formwork/domain/credentials/Base62"
import * as Token from "@formwork/domain/credentials/Token"
import * as UuidDigits from "@formwork/domain/credentials/uuidDigits"
import { TokenPrefixes } from "@formwork/domain/credentials/Token"
import { OrganisationId } from "@formwork/domain/callers/Ids"

const prefixes: Token.Prefixes = { api_key: "fwk", session: "fws", invitation: "fwi" }

it("tokens begin with fwk_, fws_ and fwi_ by default", () => {
  assert.deepStrictEqual(TokenPrefixes.defaultValue(), prefixes)
})

const mint = (kind: Token.Kind) =>
  Effect.gen(function* () {
    const random = yield* SecureRandom.SecureRandom
    const organisationId = OrganisationId.make(yield* random.uuidV7())
    return yield* Token.mint(prefixes, kind, organisationId, yield* random.uuidV7())
  }).pipe(Effect.provide(SecureRandom.layerWebCrypto))
const minted = mint("api_key")

const parse = (text: string, change: Partial<Token.Prefixes> = {}) =>
  Token.parse({ ...prefixes, ...change }, Redacted.make(text))

it.prop(
  "a number of 128 bits is 22 digits of base 62, and they are the UUID with the same bits",
  [Schema.BigInt.check(Schema.isBetweenBigInt({ minimum: 0n, maximum: (1n << 128n) - 1n }))],
  ([value]) => {
    const text = Base62.encode(value, 22)
    assert.match(text, /^[0-9A-Za-z]{22}$/)
    const uuid = UuidDigits.decode(text) ?? ""
    assert.match(uuid, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.strictEqual(BigInt(`0x${uuid.replaceAll("-", "")}`), value)
    assert.strictEqual(UuidDigits.encode(uuid), text)
  }
)

it("22 digits that stand for more than 128 bits are no UUID", () => {
  const most = (1n << 128n) - 1n
  assert.strictEqual(UuidDigits.decode(Base62.encode(most, 22)), "ffffffff-ffff-ffff-ffff-ffffffffffff")
  for (const value of [most + 1n, 62n ** 22n - 1n]) assert.isUndefined(UuidDigits.decode(Base62.encode(value, 22)))
})

it.prop(
  "base 62 encodes a number of 32 bits as it does a large one",
  [Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 32 - 1 }))],
  ([value]) => {
    assert.strictEqual(Base62.encodeSmall(value, 6), Base62.encode(BigInt(value), 6))
  }
)

it("base 62 has no other characters", () => {
  for (const other of ["-", "_", " ", "\u0000", "@", "[", "`", "{", "\u007f", "\u0080", "é", "😀"])
    for (const [text, place] of [
      [other, 0],
      [`0${other}`, 1],
      [`12345678${other}0`, 8]
    ] as const) {
      assert.isBelow(Base62.digitAt(text, place), 0, JSON.stringify(text))
      assert.isUndefined(UuidDigits.decode(text.padEnd(22, "0")), JSON.stringify(text))
    }
  // A text that is too short has no digit there.
  assert.isUndefined(UuidDigits.decode("0".repeat(21)))
})

it("the checksum is the CRC-32 of zlib and gzip", () => {
  assert.strictEqual(crc32("123456789"), 0xcbf43926)
  assert.strictEqual(crc32(""), 0)
})

it.effect("a token can be found in any text, and names its organisation and credential", () =>
  Effect.gen(function* () {
    for (let sample = 0; sample < 50; sample++) {
      const token = yield* minted
      const text = Redacted.value(token.text)
      assert.deepStrictEqual(`curl -H "Authorization: Bearer ${text}" …`.match(/\bfwk_[0-9A-Za-z]{93}\b/)?.[0], text)
      const parsed = Option.getOrThrow(parse(text))
      assert.strictEqual(parsed.organisationId, token.organisationId)
      assert.strictEqual(parsed.credentialId, token.credentialId)
    }
  })
)

it.effect("a token's prefix names its kind, and the checksum covers the prefix", () =>
  Effect.gen(function* () {
    for (const kind of ["api_key", "session"] as const) {
      const token = yield* mint(kind)
      const text = Redacted.value(token.text)
      assert.strictEqual(Option.getOrThrow(parse(text)).kind, kind)
      const posing = text.replace(/^fw./, kind === "api_key" ? "fws" : "fwk")
      assert.isTrue(Option.isNone(parse(posing)))
    }
  })
)

it.effect("an invitation is not read as a credential, nor a credential as an invitation", () =>
  Effect.gen(function* () {
    const invitation = yield* mint("invitation")
    const read = Option.getOrThrow(Token.parseInvitation(prefixes, invitation.text))
    assert.deepStrictEqual(
      [read.kind, read.organisationId, read.credentialId],
      ["invitation", invitation.organisationId, invitation.credentialId]
    )
    assert.isTrue(Option.isNone(Token.parse(prefixes, invitation.text)))
    for (const kind of ["api_key", "session"] as const)
      assert.isTrue(Option.isNone(Token.parseInvitation(prefixes, (yield* mint(kind)).text)))
  })
)

it.effect("two tokens for one credential have different secrets", () =>
  Effect.gen(function* () {
    const token = yield* minted
    const other = yield* Token.mint(prefixes, token.kind, token.organisationId, token.credentialId).pipe(
      Effect.provide(SecureRandom.layerWebCrypto)
    )
    assert.notStrictEqual(Redacted.value(token.text).slice(48, 91), Redacted.value(other.text).slice(48, 91))
  })
)

it.effect("a token with any one character changed, missing, added or swapped with its neighbour is malformed", () =>
  Effect.gen(function* () {
    const text = Redacted.value((yield* minted).text)
    for (let at = 0; at < text.length; at++) {
      const [before, character, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)]
      const changed = [character === "x" ? "y" : "x", "", `${character}0`, "-", "é"].map((put) => before + put + after)
      const swapped = before + after.charAt(0) + character + after.slice(1)
      for (const wrong of swapped === text ? changed : [...changed, swapped]) {
        assert.isTrue(Option.isNone(parse(wrong)), wrong)
      }
    }
    assert.isTrue(Option.isNone(parse(text, { api_key: "key" })))
    assert.isTrue(Option.isNone(parse(text.toLowerCase())))
    assert.isTrue(Option.isNone(parse(` ${text}`)))
  })
)

it("a token with an impossible id or secret is malformed, even with a right checksum", () => {
  const signed = (head: string) => head + Base62.encode(BigInt(crc32(head)), 6)
  const id = Base62.encode(0x01890a5d_ac96_774b_bcce_b302099a8057n, 22)
  assert.isTrue(Option.isSome(parse(signed(`fwk_${id}${id}${"0".repeat(43)}`))))
  assert.isTrue(Option.isNone(parse(signed(`fwk_${"z".repeat(22)}${id}${"0".repeat(43)}`))))
  assert.isTrue(Option.isNone(parse(signed(`fwk_${id}${"0".repeat(22)}${"0".repeat(43)}`))))
  assert.isTrue(Option.isNone(parse(signed(`fwk_${id}${id}${"z".repeat(43)}`))))
  // Another version, and another variant.
  for (const other of [0x01890a5d_ac96_474b_bcce_b302099a8057n, 0x01890a5d_ac96_774b_ccce_b302099a8057n]) {
    const bad = Base62.encode(other, 22)
    assert.isTrue(Option.isNone(parse(signed(`fwk_${bad}${id}${"0".repeat(43)}`))))
    assert.isTrue(Option.isNone(parse(signed(`fwk_${id}${bad}${"0".repeat(43)}`))))
  }
  const largest = (1n << 256n) - 1n
  assert.isTrue(Option.isSome(parse(signed(`fwk_${id}${id}${Base62.encode(largest, 43)}`))))
  assert.isTrue(Option.isNone(parse(signed(`fwk_${id}${id}${Base62.encode(largest + 1n, 43)}`))))
  // More than 128 bits; the second has the digits of a version 7 where a UUID has them.
  for (const other of [1n << 128n, 0x10000000_0000_7000_8000_0000000000000n]) {
    const long = Base62.encode(other, 22)
    assert.isTrue(Option.isNone(parse(signed(`fwk_${long}${id}${"0".repeat(43)}`))))
    assert.isTrue(Option.isNone(parse(signed(`fwk_${id}${long}${"0".repeat(43)}`))))
  }
})

it("a token of another length or alphabet is malformed, even with a right checksum", () => {
  const signed = (head: string) => head + Base62.encode(BigInt(crc32(head)), 6)
  const id = Base62.encode(0x01890a5d_ac96_774b_bcce_b302099a8057n, 22)
  for (const secret of ["0".repeat(44), "0".repeat(42), "", "-".repeat(43), `${"0".repeat(42)}-`, `${"0".repeat(42)} `])
    assert.isTrue(Option.isNone(parse(signed(`fwk_${id}${id}${secret}`))), secret)
})

it.effect("a token's secret has all 256 random bits, in order", () =>
  Effect.gen(function* () {
    const drawn = Uint8Array.from({ length: 32 }, (_, index) => 255 - index)
    const random = yield* SecureRandom.SecureRandom
    const id = OrganisationId.make("01890a5d-ac96-774b-bcce-b302099a8057")
    const token = yield* Token.mint(prefixes, "api_key", id, id).pipe(
      Effect.provideService(SecureRandom.SecureRandom, {
        ...random,
        randomBytes: (length) => Effect.succeed(drawn.slice(0, length))
      })
    )
    const hex = [...drawn].map((byte) => byte.toString(16).padStart(2, "0")).join("")
    assert.strictEqual(Redacted.value(token.text).slice(48, -6), Base62.encode(BigInt(`0x${hex}`), 43))
  }).pipe(Effect.provide(SecureRandom.layerWebCrypto))
)

it("a prefix is two to twelve lower-case letters", () => {
  const is = Schema.is(Token.Prefix)
  for (const good of ["fw", "fwk", "abcdefghijkl", ...Object.values(TokenPrefixes.defaultValue())])
    assert.isTrue(is(good))
  for (const bad of ["", "f", "abcdefghijklm", "FWK", "fwk_", "_fwk", "fw1", "fwk\n", "éé"])
    assert.isFalse(is(bad), bad)
})

it.effect("printing a token does not show its secret", () =>
  Effect.gen(function* () {
    const token = yield* minted
    const text = Redacted.value(token.text)
    for (const shown of [String(token.text), JSON.stringify(token), Token.hint(token)]) {
      assert.isFalse(shown.includes(text.slice(48, 91)), shown)
    }
    assert.strictEqual(String(token.text), "<redacted:token>")
    assert.strictEqual(Token.hint(token), `fwk_…${text.slice(-4)}`)
  })
)

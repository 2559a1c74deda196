/** The stored hash of a token: an HMAC-SHA-256 of the whole token, under a pepper (spec/http.md §3.3). */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { createHmac } from "node:crypto"
import type { Token } from "@formwork/domain/credentials/Token"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import { OrganisationId } from "@formwork/domain/callers/Ids"

const id = OrganisationId.make("01890a5d-ac96-774b-bcce-b302099a8057")
const token = (text: string): Token => ({
  kind: "api_key",
  organisationId: id,
  credentialId: id,
  text: Redacted.make(text)
})
const [first, second] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]

it.effect("a token's hash is under the current pepper, and its candidates are under all configured peppers", () =>
  Effect.gen(function* () {
    const hasher = yield* TokenHasher
    for (const text of ["fwk_abc", "fwk_abd", "fws_abc", ""]) {
      const under = (pepperId: string, key: Uint8Array) => ({
        pepperId,
        hash: createHmac("sha256", key).update(text).digest("hex")
      })
      const hex = ({ hash, pepperId }: { readonly hash: Uint8Array; readonly pepperId: string }) => ({
        pepperId,
        hash: Buffer.from(hash).toString("hex")
      })
      assert.deepStrictEqual(hex(yield* hasher.hash(token(text))), under("new", first))
      assert.deepStrictEqual((yield* hasher.candidates(token(text))).map(hex), [
        under("new", first),
        under("old", second)
      ])
    }
  }).pipe(
    Effect.provide(
      TokenHasher.layer([
        { id: "new", key: Redacted.make(first) },
        { id: "old", key: Redacted.make(second) }
      ]).pipe(Layer.provide(Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto))))
    )
  )
)

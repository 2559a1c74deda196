/**
 * Random bytes, digests and MACs for the in-memory adapter: synchronous, where Web Crypto would go through another thread, by Node
 * where this runs in Node and otherwise in pure JavaScript.
 */
import { hmac } from "@oslojs/crypto/hmac"
import { SHA1 } from "@oslojs/crypto/sha1"
import { SHA256, SHA384, SHA512 } from "@oslojs/crypto/sha2"
import { Effect, Layer } from "effect"
import { Digest, Mac, SecureRandom } from "effect/crypto"
import { Hex } from "effect/encoding"
import * as Hmac from "@formwork/domain/credentials/Hmac"
import * as RandomPool from "@formwork/domain/credentials/RandomPool"
import * as Node from "./nodeHash.ts"

const algorithms = { "SHA-1": SHA1, "SHA-256": SHA256, "SHA-384": SHA384, "SHA-512": SHA512 }

const ofNode = Node.sha256 && Hmac.over(Node.sha256, 64)

const digest = ({ implementation, name }: Digest.Algorithm, data: Uint8Array): Uint8Array => {
  if (implementation !== undefined) return implementation(data)
  if (name === "MD5") throw new RangeError("MD5 has no implementation here")
  if (name === "SHA-256" && Node.sha256 !== undefined) return Node.sha256(data)
  const hash = new algorithms[name]()
  hash.update(data)
  return hash.digest()
}

/** `Digest` and `Mac`, both synchronous: the same bytes in every runtime, and no turn of the event loop between two steps. */
export const hashes: Layer.Layer<Mac.Mac | Digest.Digest, never, SecureRandom.SecureRandom> = Layer.merge(
  Layer.succeed(
    Digest.Digest,
    Digest.Digest.of({
      digest: (algorithm, data) => Effect.sync(() => digest(algorithm, data)),
      digestHex: (algorithm, data) => Effect.sync(() => Hex.encode(digest(algorithm, data)))
    })
  ),
  Mac.layerWebCryptoWith({
    hmac: (hash, key, data) => {
      if (hash === "MD5") throw new RangeError("MD5 authenticates nothing")
      return hash === "SHA-256" && ofNode !== undefined ? ofNode(key, data) : hmac(algorithms[hash], key, data)
    }
  })
)

/** `hashes`, and `SecureRandom` from Web Crypto. */
export const layer: Layer.Layer<Mac.Mac | Digest.Digest | SecureRandom.SecureRandom> = hashes.pipe(
  Layer.provideMerge(RandomPool.layer.pipe(Layer.provide(SecureRandom.layerWebCrypto)))
)
